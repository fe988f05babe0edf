/** The place of a surface in Ink's layout. */

import {Box, type BoxProps, type DOMElement, measureElement, Text, useBoxMetrics} from 'ink';
import {useInsertionEffect, useLayoutEffect, useRef, useSyncExternalStore} from 'react';
import {cutLine} from '../output/cells.ts';
import type {Compositor} from '../output/compositor.ts';
import type {Rectangle, Surface} from '../output/surface.ts';
import {useTerminal} from './terminal-context.ts';

export interface CanvasProps
  extends Pick<
    BoxProps,
    'flexGrow' | 'flexShrink' | 'flexBasis' | 'alignSelf' | 'marginLeft' | 'marginTop' | 'display'
  > {
  readonly surface: Surface;
  /** The width in cells. */
  readonly width?: number;
  readonly height?: number;
}

/**
 * Shows a surface. With a compositor, Ink leaves the cells free and the surface fills them without React; otherwise the
 * same rows are ordinary text.
 */
export function Canvas(props: CanvasProps): React.ReactNode {
  const {compositor} = useTerminal();
  return compositor === undefined ? <TextCanvas {...props} /> : <HoleCanvas {...props} compositor={compositor} />;
}

export interface FloatingBoxProps {
  /** The cells of the screen. */
  readonly area: Rectangle;
  readonly children: React.ReactNode;
}

/** A column of rows over surfaces and earlier texts. Its parent starts in the upper left corner of the screen. */
export function FloatingBox({area: {x, y, width, height}, children}: FloatingBoxProps) {
  const {compositor} = useTerminal();
  // A layout effect would come after the frame.
  useInsertionEffect(() => compositor?.cover({x, y, width, height}), [compositor, x, y, width, height]);
  return (
    <Box position="absolute" top={y} left={x} width={width} height={height} flexDirection="column">
      {children}
    </Box>
  );
}

function HoleCanvas({surface, compositor, width, height, ...box}: CanvasProps & {compositor: Compositor}) {
  const ref = useRef<DOMElement>(null);
  useInsertionEffect(() => compositor.hold());
  useLayoutEffect(() => {
    compositor.attach(surface, () => (ref.current === null ? surface : measureElement(ref.current)));
    return () => compositor.detach(surface);
  }, [compositor, surface]);
  return <Box ref={ref} {...box} {...sized(width, height)} />;
}

function TextCanvas({surface, width, height, ...box}: CanvasProps) {
  const ref = useRef<DOMElement>(null);
  const measured = useBoxMetrics(ref as React.RefObject<DOMElement>);
  const columns = width ?? measured.width;
  const rows = height ?? measured.height;
  useLayoutEffect(() => {
    if (!surface.setArea({x: 0, y: 0, width: columns, height: rows})) surface.repaint();
  }, [surface, columns, rows]);
  const cut = (row: string): string => cutLine(row, columns);
  const text = useSyncExternalStore(surface.subscribe, () => surface.rows.slice(0, rows).map(cut).join('\n'));
  return (
    <Box ref={ref} {...box} {...sized(width, height)} overflow="hidden">
      <Box position="absolute" width={columns} height={rows} flexShrink={0}>
        <Text wrap="truncate">{text}</Text>
      </Box>
    </Box>
  );
}

function sized(width: number | undefined, height: number | undefined): {width?: number; height?: number} {
  return {...(width !== undefined && {width}), ...(height !== undefined && {height})};
}
