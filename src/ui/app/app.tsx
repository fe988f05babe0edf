/**
 * Composes the frame from the console's context. It has no state of its own, so a resize or a new screen loses nothing.
 */

import {Box, Text, useWindowSize} from 'ink';
import {useLayoutEffect, useMemo} from 'react';
import {useStore} from 'zustand';
import {createStore} from 'zustand/vanilla';
import {keyName} from '../../keymap/keymap.ts';
import {isBareView, isPageView, type PageArea, type PageView} from '../context/navigation.ts';
import {Header} from '../frame/header.tsx';
import {type Edges, layoutPanes, MIN_SIZE, type Size, visibleEdges} from '../frame/layout.ts';
import {OperationsStrip} from '../frame/operations-strip.tsx';
import {PaneRule} from '../frame/pane-rule.tsx';
import {Sidebar, Switcher} from '../frame/sidebar.tsx';
import {Toasts, toastLines} from '../frame/toasts.tsx';
import {ConsolePortsContext, CoveredContext, ScreenContext, ThemeContext, useKeymap} from '../hooks/use-console.ts';
import {Canvas, useKeys, useTerminal} from '../terminal/ink/index.ts';
import type {ConsoleApp} from './console-app.ts';
import {useIsDimmed} from './dim-below.ts';
import {overlayView} from './overlay-views.tsx';
import {pageView} from './page-views.tsx';

export function App({context}: {context: ConsoleApp}) {
  return (
    <ConsolePortsContext value={context}>
      <ThemeContext value={useStore(context.theme)}>
        <Screen context={context} />
      </ThemeContext>
    </ConsolePortsContext>
  );
}

function Screen({context}: {context: ConsoleApp}) {
  const {columns, rows} = useWindowSize();
  const terminal = useTerminal();
  const view = useStore(context.navigation.current);
  const panes = isPageView(view) ? undefined : view;
  const inDetail = useStore(panes?.inDetail ?? NEVER);
  const wantsWidth = useStore(panes?.wantsWidth ?? NEVER);
  const {account} = context.session;
  // Only whether there are operations: a file transfer reports progress several times a second.
  const strip = useStore(context.frame.strip.store, ({operations}) => operations.length > 0);
  useLayoutEffect(() => {
    const detach = context.attach(terminal);
    const stop = context.activate();
    return () => {
      stop();
      detach();
    };
  }, [context, terminal]);
  // After the effect above, because keys that were typed before the mount arrive at once.
  useKeys(stroke => context.press(stroke));
  const isCovered = useIsDimmed(context);
  useLayoutEffect(() => {
    const below = [panes?.main, panes?.aside];
    for (const surface of below) surface?.setDimmed(isCovered);
    return () => {
      for (const surface of below) surface?.setDimmed(false);
    };
  }, [panes, isCovered]);
  const toasts = toastLines(
    useStore(account, state => state.toasts),
    {columns, rows},
  );
  const messages = toasts.length;
  const facts = {
    isInDetail: inDetail,
    wantsWidth,
    isSplit: panes?.isSplit ?? false,
    hasStrip: strip,
    messages,
    isBare: isBareView(view),
  };
  const layout = layoutPanes({columns, rows}, facts);
  if (layout.kind === 'tiny' || view === undefined) return <TooSmall size={{columns, rows}} />;
  const {sidebar, switcher, header: top, body, list, detail} = layout;
  return (
    <Box width={columns} height={rows} flexDirection="column">
      {top === 1 && <Header model={context.frame.header} columns={columns} />}
      <CoveredContext value={isCovered}>
        {switcher === 1 && <Switcher model={context.sidebar} area={{x: 0, y: top, width: columns, height: 1}} />}
        <Box height={body} width={columns}>
          {sidebar > 0 && (
            <>
              <Sidebar model={context.sidebar} area={{x: 0, y: top, width: sidebar - 1, height: body}} />
              <PaneRule rows={body} />
            </>
          )}
          {isPageView(view) && <PageContent page={view} x={sidebar} y={top + switcher} columns={list} rows={body} />}
          {panes && list > 0 && <Canvas key="main" surface={panes.main} width={list} height={body} />}
          {panes?.aside && detail > 0 && (
            <>
              {list > 0 && <PaneRule rows={body} />}
              <Canvas key="aside" surface={panes.aside} width={list > 0 ? detail - 1 : detail} height={body} />
            </>
          )}
        </Box>
      </CoveredContext>
      {layout.messages > 0 && <Box height={layout.messages} />}
      {layout.strip === 1 && <OperationsStrip model={context.frame.strip} columns={columns} />}
      <Canvas surface={context.frame.footer} width={columns} height={1} />
      <Overlays context={context} isDimmed={isCovered} size={{columns, rows}} edges={visibleEdges(layout, messages)} />
      <Toasts lines={toasts} size={{columns, rows}} rowsBelow={1 + layout.strip} />
    </Box>
  );
}

function PageContent({page, x, y, columns, rows}: PageArea & {readonly page: PageView}) {
  const area = useMemo(() => ({x, y, columns, rows}), [x, y, columns, rows]);
  const View = pageView(page);
  return <View page={page} area={area} />;
}

const NEVER = createStore(() => false);

interface OverlaysProps {
  readonly context: ConsoleApp;
  /** True if all below the topmost overlay is dimmed. */
  readonly isDimmed: boolean;
  readonly size: Size;
  /** The rows that stay visible. */
  readonly edges: Edges;
}

function Overlays({context, isDimmed, size: {columns, rows}, edges: {above, below}}: OverlaysProps) {
  const stack = useStore(context.overlays.stack);
  const screen = useMemo(() => ({columns, rows, edges: {above, below}}), [columns, rows, above, below]);
  const upperScreen = useMemo(() => ({...screen, hasDialogBelow: true}), [screen]);
  return stack.map((overlay, index) => {
    const View = overlayView(overlay.model);
    return (
      <ScreenContext key={overlay.key} value={index === 0 ? screen : upperScreen}>
        <CoveredContext value={isDimmed && index < stack.length - 1}>
          <View overlay={overlay} />
        </CoveredContext>
      </ScreenContext>
    );
  });
}

/** One sentence, with the way out: other keys wait until there is something to see. */
function TooSmall({size: {columns, rows}}: {size: Size}) {
  const [leave] = useKeymap().keys('everywhere', 'interrupt');
  return (
    <Box width={columns} height={rows}>
      <Text wrap="wrap">
        skydeck needs {MIN_SIZE.columns}x{MIN_SIZE.rows}; this is {columns}x{rows}
        {leave !== undefined && `; ${keyName(leave)} quits`}
      </Text>
    </Box>
  );
}
