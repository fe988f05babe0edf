/** The console as components see it: typed hooks over React contexts, so that no component is passed the whole console. */
import {createContext, use} from 'react';
import {useStore} from 'zustand';
import type {Keymap} from '../../keymap/keymap.ts';
import type {FocusPort, KeymapPort} from '../context/ports.ts';
import type {Edges, Size} from '../frame/layout.ts';
import type {Skin} from '../theme/skin.ts';

/** The ports that components use by the hooks below. */
type ComponentPorts = FocusPort & KeymapPort;

export const ConsolePortsContext = createContext<ComponentPorts | undefined>(undefined);

function useComponentPorts(): ComponentPorts {
  const ports = use(ConsolePortsContext);
  if (ports === undefined) throw new Error('The component needs a ConsolePortsContext above it.');
  return ports;
}

export const useKeymap = (): Keymap => useComponentPorts().keymap;

/** The part of the screen that has the focus. */
export const useFocus = (): 'sidebar' | 'main' => useStore(useComponentPorts().focus);

export const ThemeContext = createContext<Skin | undefined>(undefined);

/** The colors and symbols of the screen. */
export function useTheme(): Skin {
  const skin = use(ThemeContext);
  if (skin === undefined) throw new Error('useTheme needs a ThemeContext above the component.');
  return skin;
}

/** The size of the terminal, and the rows that dialogs must not cover. */
export interface Screen extends Size {
  readonly edges: Edges;
  /** True if the dialog is over another one, whose border may be beside it. */
  readonly hasDialogBelow?: boolean;
}

export const ScreenContext = createContext<Screen>({columns: 80, rows: 24, edges: {above: 0, below: 0}});

export const useScreen = (): Screen => use(ScreenContext);

/** True below another dialog: its texts are dimmed. */
export const CoveredContext = createContext(false);

export const useIsCovered = (): boolean => use(CoveredContext);
