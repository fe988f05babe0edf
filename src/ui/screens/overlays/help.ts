/** All keys of the current view. Typing filters them, and enter presses the key. */
import {type HelpLine, helpFor} from '../../../keymap/hints.ts';
import type {KeyPort, OverlayPort, SkinPort} from '../../context/ports.ts';
import {openSelectList} from '../../models/select-list.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';

export function openHelp(context: KeyPort & OverlayPort & SkinPort): void {
  // The keys are collected before the help opens over the screen that it explains.
  const lines = helpFor(context.layers(), context.keymap);
  const signs = signsIn(context);
  const text = ({keys, help, layerTitle}: HelpLine): string => `${keys.join(' ')} ${help} ${layerTitle}`;
  openSelectList(context, {
    title: 'Keys of this screen: type to filter, enter presses a key',
    prompt: ' ',
    columns: 110,
    rows: lines.length + signs.length,
    choices: typed => [
      ...rankMatches(typed, lines, text).map(line => ({
        lead: line.keys.slice(0, 4).join(' '),
        text: line.help,
        detail: line.layerTitle,
        unless: line.unavailableReason,
        run: () => line.press(),
      })),
      ...rankMatches(typed, signs, ({sign, meaning}) => `${sign} ${meaning} sign symbol legend`).map(
        ({sign, meaning}) => ({
          lead: sign,
          text: meaning,
          detail: 'Signs',
          run: () => undefined,
        }),
      ),
    ],
    nothing: typed => `No key or sign for ${typed}.`,
  });
}

interface Sign {
  readonly sign: string;
  readonly meaning: string;
}

/** The symbols of lists, the header and the sidebar in the current skin. */
function signsIn(context: SkinPort): readonly Sign[] {
  const skin = context.skin();
  return [
    {sign: skin.glyph('ok'), meaning: 'Running, active or available.'},
    {sign: skin.glyph('busy'), meaning: 'In transition: something runs on it.'},
    {sign: skin.glyph('off'), meaning: 'Off, disabled or not in use.'},
    {sign: skin.glyph('attention'), meaning: 'Needs attention. The sidebar shows the number.'},
    {sign: skin.glyph('failed'), meaning: 'Failed or down. The sidebar shows the number.'},
    {sign: skin.glyph('unknown'), meaning: 'The status could not be read.'},
    {sign: skin.symbol('notice'), meaning: 'Notices: notifications of your provider. :notifications lists them.'},
    {sign: skin.symbol('reply'), meaning: 'Replies to tickets that you have not opened: :tickets lists them.'},
    {sign: skin.symbol('stale'), meaning: 'Data that is not live, or an API mismatch.'},
    {sign: '…', meaning: 'A text is cut. :messages lists the last messages and failures in full.'},
    {sign: '?', meaning: 'In a cell: the value was not read yet.'},
    {sign: '%', meaning: 'Right of a title: how far down the list or the page you are.'},
  ];
}
