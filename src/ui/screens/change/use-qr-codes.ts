/** QR codes on screen, each drawn once; the code that draws them is loaded at the first use. */
import {useEffect, useState} from 'react';
import {useTheme} from '../../hooks/use-console.ts';
import type {QrCodeLines} from '../../widgets/qr.ts';

/** Cells before each line. */
const INDENT = ' '.repeat(3);

/**
 * The lines of a QR code; empty while it is being loaded, or if it can't be drawn: the value is shown as text as well.
 */
export type QrLines = (text: string | undefined, columns: number) => readonly string[];

/** @param onFailure called if the code can't be loaded, because the program was replaced on disk */
export function useQrCodes(texts: readonly string[], onFailure: (error: unknown) => void): QrLines {
  const {theme, isAscii} = useTheme();
  const isColored = theme !== 'mono';
  const [codes, setCodes] = useState<ReadonlyMap<string, QrCodeLines>>(new Map());
  const missing = isAscii ? [] : texts.filter(text => !codes.has(keyOf(text, isColored)));
  const key = missing.join('\n');
  useEffect(() => {
    if (key === '') return;
    const draw = async (): Promise<void> => {
      const {renderQrCode} = await import('../../widgets/qr.ts');
      const drawn = key.split('\n').map(text => [keyOf(text, isColored), renderQrCode(text, {isColored})] as const);
      setCodes(before => new Map([...before, ...drawn]));
    };
    draw().catch(onFailure);
  }, [key, isColored, onFailure]);
  return (text, columns) => {
    const code = text === undefined || isAscii ? undefined : codes.get(keyOf(text, isColored));
    if (code === undefined || code.columns + INDENT.length > columns) return [];
    return code.lines.map(line => INDENT + line);
  };
}

const keyOf = (text: string, isColored: boolean): string => `${isColored} ${text}`;
