/** The console as components see it: typed hooks over React contexts, so that no component is passed the whole console. */
import {createContext, use} from 'react';
import type {ConsoleContext} from '../context/console-context.ts';
import type {Edges, Size} from '../frame/layout.ts';
import type {Skin} from '../theme/skin.ts';

export const ConsoleProvider = createContext<ConsoleContext | undefined>(undefined);

/** The console of the screen, or of one of its accounts. */
export function useConsole(): ConsoleContext {
  const context = use(ConsoleProvider);
  if (context === undefined) throw new Error('useConsole needs a ConsoleProvider above the component.');
  return context;
}

export const ThemeProvider = createContext<Skin | undefined>(undefined);

/** The colors and symbols of the screen. */
export function useTheme(): Skin {
  const skin = use(ThemeProvider);
  if (skin === undefined) throw new Error('useTheme needs a ThemeProvider above the component.');
  return skin;
}

/** The size of the terminal, and the rows that dialogs must not cover. */
export interface Screen extends Size {
  readonly edges: Edges;
}

export const ScreenProvider = createContext<Screen>({columns: 80, rows: 24, edges: {above: 0, below: 0}});

export const useScreen = (): Screen => use(ScreenProvider);

/** True below another dialog: its texts are dimmed. */
export const CoveredProvider = createContext(false);

export const useIsCovered = (): boolean => use(CoveredProvider);
