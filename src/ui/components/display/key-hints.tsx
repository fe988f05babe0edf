/** Keys and their commands on one line. */
import {span} from '../../widgets/spans.ts';
import {Row} from './row.tsx';

export interface KeyHint {
  readonly key: string;
  readonly title: string;
  /** True if the command is off now. */
  readonly isDisabled?: boolean;
}

export interface KeyHintsProps {
  readonly hints: readonly KeyHint[];
  readonly columns: number;
}

export const KeyHints = ({hints, columns}: KeyHintsProps) => (
  <Row
    spans={[
      span(' '),
      ...hints.flatMap(({key, title, isDisabled = false}) => [
        span(key, isDisabled ? 'dim' : 'accent'),
        span(` ${title}  `, isDisabled ? 'dim' : 'plain'),
      ]),
    ]}
    columns={columns}
  />
);
