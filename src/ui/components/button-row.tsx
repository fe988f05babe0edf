/** Buttons beside each other: the focused one stands in brackets on a bar. */
import type {Tone} from '../../families/format/cells.ts';
import {useTheme} from '../hooks/use-console.ts';
import {TextRow} from './display/row.tsx';

export interface Button {
  readonly label: string;
  readonly isFocused: boolean;
  /** The color without the focus. */
  readonly tone?: Tone;
}

export function ButtonRow({buttons, columns}: {readonly buttons: readonly Button[]; readonly columns: number}) {
  const skin = useTheme();
  const texts = buttons.map(({label, isFocused, tone = 'plain'}) =>
    isFocused ? skin.bar(`[${label}]`) : skin.tone(tone, ` ${label} `),
  );
  return <TextRow text={` ${texts.join('  ')}`} columns={columns} />;
}
