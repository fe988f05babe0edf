/** The place of a surface in Ink's layout. */

import {Box, type BoxProps, type DOMElement, measureElement, Text, useBoxMetrics} from 'ink';
import {useInsertionEffect, useLayoutEffect, useRef, useState, useSyncExternalStore} from 'react';
import {cutLine} from '../output/cells.ts';
import type {Compositor} from '../output/compositor.ts';
import {holeEnd, holeStart} from '../output/sgr-style.ts';
import {type Paint, Surface} from '../output/surface.ts';
import {useTerminal} from './terminal-context.ts';

export interface CanvasProps
  extends Pick<
    BoxProps,
    'flexGrow' | 'flexShrink' | 'flexBasis' | 'alignSelf' | 'marginLeft' | 'marginTop' | 'display'
  > {
  readonly surface: Surface;
  /**
   * The width in cells. If given, the surface appears with the frame that makes room for it; if measured, one frame
   * later.
   */
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

/** A surface that lives as long as the component and paints with the newest `paint` after each of its renders. */
export function useSurface(paint: Paint): Surface {
  const [surface] = useState(() => new Surface(paint));
  useLayoutEffect(() => {
    surface.paintWith(paint);
    surface.repaint();
  });
  return surface;
}

function HoleCanvas({surface, compositor, width, height, ...box}: CanvasProps & {compositor: Compositor}) {
  const ref = useRef<DOMElement>(null);
  const [measured, setMeasured] = useState({width: 0, height: 0});
  const measuring = width === undefined || height === undefined;
  useInsertionEffect(() => compositor.hold());
  useLayoutEffect(() => {
    compositor.attach(surface, () => (ref.current === null ? surface : measureElement(ref.current)));
    if (measuring) {
      surface.onResize = () => setMeasured({width: surface.width, height: surface.height});
      surface.onResize();
    }
    return () => {
      surface.onResize = undefined;
      compositor.detach(surface);
    };
  }, [compositor, surface, measuring]);
  const columns = width ?? measured.width;
  const rows = height ?? measured.height;
  const hole = holeStart(surface.hole) + ' '.repeat(columns) + holeEnd;
  return (
    <Box ref={ref} {...box} {...sized(width, height)} overflow="hidden">
      <Box position="absolute" width={columns} height={rows} flexShrink={0}>
        {columns > 0 && rows > 0 && <Text>{new Array(rows).fill(hole).join('\n')}</Text>}
      </Box>
    </Box>
  );
}

function TextCanvas({surface, width, height, ...box}: CanvasProps) {
  const ref = useRef<DOMElement>(null);
  const measured = useBoxMetrics(ref as React.RefObject<DOMElement>);
  const columns = width ?? measured.width;
  const rows = height ?? measured.height;
  useLayoutEffect(() => {
    if (!surface.place({x: 0, y: 0, width: columns, height: rows})) surface.repaint();
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
