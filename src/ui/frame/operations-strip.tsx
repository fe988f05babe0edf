/** The running operations on one line. */
import {useStore} from 'zustand';
import {TextRow} from '../components/display/row.tsx';
import {useTheme} from '../hooks/use-console.ts';
import {paintSpans} from '../widgets/spans.ts';
import type {StripModel} from './strip-model.ts';
import {stripSpans} from './strip-spans.ts';

export interface OperationsStripProps {
  readonly model: Pick<StripModel, 'store'>;
  readonly columns: number;
}

export function OperationsStrip({model, columns}: OperationsStripProps) {
  const skin = useTheme();
  // Selects the text, because an update without a visible change should cost no frame.
  const text = useStore(model.store, ({operations}) =>
    paintSpans(skin, stripSpans(skin, operations, columns), columns),
  );
  return <TextRow text={text} columns={columns} />;
}
