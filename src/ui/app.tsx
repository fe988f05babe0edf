/** Composes the frame from what the deck holds. No state of its own: a resize or a new screen can lose nothing. */
import {Box, Text, useWindowSize} from 'ink';
import {useLayoutEffect, useSyncExternalStore} from 'react';
import {keyName} from '../keymap/keymap.ts';
import type {Source} from '../store/types.ts';
import type {WholeDeck} from './create-deck.ts';
import {framedPlace, LEAST, layoutOf, type Size} from './frame/layout.ts';
import {toastPlace} from './frame/toasts.ts';
import type {Overlay} from './overlay.ts';
import {Canvas, useKeys, useTerminal} from './terminal/ink.ts';

const useSource = <T,>(source: Source<T>): T => useSyncExternalStore(source.subscribe, source.get);

export function App({deck}: {deck: WholeDeck}) {
  const {columns, rows} = useWindowSize();
  const terminal = useTerminal();
  const place = useSource(deck.places.current);
  const inDetail = useSource(place?.inDetail ?? NEVER);
  const {operations} = deck.session;
  // How far they are is the strip's own business: files on their way say so several times a second.
  const strip = useSyncExternalStore(operations.subscribe, () => operations.get().length > 0);
  useKeys(stroke => deck.press(stroke));
  useLayoutEffect(() => {
    deck.terminal = terminal;
    return deck.awake();
  }, [deck, terminal]);
  const messages = useSource(deck.session.toasts).length === 0 ? 0 : toastPlace(deck, {columns, rows}, 0).height;
  const facts = {inDetail, split: place?.split ?? false, strip, messages, bare: place?.bare ?? false};
  const layout = layoutOf({columns, rows}, facts);
  if (layout.kind === 'tiny' || place === undefined) return <TooSmall deck={deck} size={{columns, rows}} />;
  const {sidebar, switcher, header: top, body, list, detail} = layout;
  const {header, footer, strip: stripSurface, sidebarRule, detailRule} = deck.frame;
  return (
    <Box width={columns} height={rows} flexDirection="column" overflow="hidden">
      {top === 1 && <Canvas surface={header} width={columns} height={1} />}
      {switcher === 1 && <Canvas surface={deck.sidebar.surface} width={columns} height={1} />}
      <Box height={body} width={columns}>
        {sidebar > 0 && (
          <>
            <Canvas surface={deck.sidebar.surface} width={sidebar - 1} height={body} />
            <Canvas surface={sidebarRule} width={1} height={body} />
          </>
        )}
        {list > 0 && <Canvas key="main" surface={place.main} width={list} height={body} />}
        {detail > 0 && place.aside !== undefined && (
          <>
            {list > 0 && <Canvas surface={detailRule} width={1} height={body} />}
            <Canvas key="aside" surface={place.aside} width={list > 0 ? detail - 1 : detail} height={body} />
          </>
        )}
      </Box>
      {layout.messages > 0 && <Box height={layout.messages} />}
      {layout.strip === 1 && <Canvas surface={stripSurface} width={columns} height={1} />}
      <Canvas surface={footer} width={columns} height={1} />
      <Overlays deck={deck} size={{columns, rows}} taken={messages === 0 ? 0 : messages + 1 + layout.strip} />
      <Toasts deck={deck} size={{columns, rows}} above={1 + layout.strip} />
    </Box>
  );
}

const NEVER: Source<boolean> = {get: () => false, subscribe: () => () => {}};

function Overlays({deck, size, taken}: {deck: WholeDeck; size: Size; taken: number}) {
  return useSource(deck.overlays.stack).map(overlay => (
    <Framed key={overlay.key} overlay={overlay} size={size} taken={taken} />
  ));
}

function Framed({overlay, size, taken}: {overlay: Overlay; size: Size; taken: number}) {
  const {x, y, width, height} = framedPlace(overlay, size, taken);
  return (
    <Box position="absolute" top={y} left={x} width={width} height={height}>
      <Canvas surface={overlay.surface} width={width} height={height} />
      {overlay.element !== undefined && (
        <Box position="absolute" top={1} left={2} width={width - 4} height={height - 2} overflow="hidden">
          {overlay.element}
        </Box>
      )}
    </Box>
  );
}

function Toasts({deck, size, above}: {deck: WholeDeck; size: Size; above: number}) {
  const {x, y, width, height} = toastPlace(deck, size, above);
  if (height === 0) return null;
  return (
    <Box position="absolute" top={y} left={x} width={width} height={height}>
      <Canvas surface={deck.frame.toasts} width={width} height={height} />
    </Box>
  );
}

/** One sentence, with the way out: other keys wait until there is something to see. */
function TooSmall({deck, size: {columns, rows}}: {deck: WholeDeck; size: Size}) {
  const [leave] = deck.keymap.keys('everywhere', 'interrupt');
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Text wrap="wrap">
        skydeck needs {LEAST.columns}x{LEAST.rows}; this is {columns}x{rows}
        {leave !== undefined && `; ${keyName(leave)} quits`}
      </Text>
    </Box>
  );
}
