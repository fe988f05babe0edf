/**
 * A QR code. The code that draws it is needed rarely: load this component with `lazy`, so that it isn't in memory
 * before.
 */
import {useMemo} from 'react';
import {useTheme} from '../../hooks/use-console.ts';
import {renderQrCode} from '../../widgets/qr.ts';
import {wrap} from '../../widgets/spans.ts';
import {TextRows} from './row.tsx';

export interface QrCodeProps {
  readonly text: string;
  readonly columns: number;
}

/** A code that doesn't fit, or that ASCII can't draw, shows as its text. */
export function QrCode({text, columns}: QrCodeProps) {
  const {theme, ascii} = useTheme();
  const isColored = theme !== 'mono';
  const code = useMemo(() => renderQrCode(text, isColored), [text, isColored]);
  const texts = ascii || code.columns > columns ? wrap(text, columns) : code.lines;
  return <TextRows texts={texts} columns={columns} />;
}
