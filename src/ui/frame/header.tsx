/** The top line. */
import {useStore} from 'zustand';
import {TextRow} from '../components/display/row.tsx';
import {useTheme} from '../hooks/use-console.ts';
import {paintEnds} from '../widgets/spans.ts';
import type {HeaderModel} from './header-model.ts';
import {headerSpans} from './header-spans.ts';

export interface HeaderProps {
  readonly model: Pick<HeaderModel, 'store'>;
  readonly columns: number;
}

export function Header({model, columns}: HeaderProps) {
  const skin = useTheme();
  // Selects the text, because an update without a visible change should cost no frame.
  const text = useStore(model.store, state => {
    const {left, right} = headerSpans(skin, state, columns);
    return paintEnds(skin, left, right, columns);
  });
  return <TextRow text={text} columns={columns} />;
}
