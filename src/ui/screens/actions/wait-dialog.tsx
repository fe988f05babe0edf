/** The operations that a change waits for, in a dialog. */
import {useStore} from 'zustand';
import {Dialog, useDialogArea} from '../../components/dialog.tsx';
import {Lines} from '../../components/display/row.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {useTheme} from '../../hooks/use-console.ts';
import {span, wrap} from '../../widgets/spans.ts';
import type {WaitModel} from './wait-until-possible.ts';

const MAX_COLUMNS = 72;
const NOTE = 'The preview opens when the operation ends.';

export function WaitDialog({overlay}: {readonly overlay: Overlay<WaitModel>}) {
  const skin = useTheme();
  const {lines} = useStore(overlay.model.store);
  const linesIn = (columns: number): readonly string[] => [...lines, NOTE].flatMap(line => wrap(line, columns - 4));
  const area = useDialogArea(maxColumns => {
    const columns = Math.min(maxColumns - 6, MAX_COLUMNS);
    return {columns, rows: linesIn(columns).length};
  });
  return (
    <Dialog title={overlay.title()} area={area} tone={overlay.tone()}>
      <Lines
        lines={linesIn(area.columns).map((line, index) => [
          span(` ${index === 0 ? skin.glyph('busy') : ' '} `, 'busy'),
          span(line),
        ])}
        columns={area.columns}
      />
    </Dialog>
  );
}
