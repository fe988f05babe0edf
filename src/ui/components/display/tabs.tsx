/** A bar of tabs with a rule below it. Names that don't fit are counted at both ends. */
import {useTheme} from '../../hooks/use-console.ts';
import {span} from '../../widgets/spans.ts';
import {tabSpans} from '../../widgets/tab-names.ts';
import {Row} from './row.tsx';

export interface TabsProps {
  readonly titles: readonly string[];
  /** The index of the open tab. */
  readonly open: number;
  readonly columns: number;
}

export function Tabs({titles, open, columns}: TabsProps) {
  const skin = useTheme();
  return (
    <>
      <Row spans={tabSpans(skin, titles, open, columns)} columns={columns} />
      <Row spans={[span(skin.symbol('rule').repeat(columns), 'dim')]} columns={columns} />
    </>
  );
}
