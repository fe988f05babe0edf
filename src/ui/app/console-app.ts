import type {Settings} from '../../profiles/settings.ts';
import type {Preferences} from '../context/console-types.ts';
import type {ConsoleContext} from '../context/ports.ts';
import type {HeaderModel} from '../frame/header-model.ts';
import type {SidebarModel} from '../frame/sidebar-model.ts';
import type {StripModel} from '../frame/strip-model.ts';
import type {Surface, TerminalContextValue} from '../terminal/index.ts';

/** The context with the parts of the frame that only the app shows. */
export interface ConsoleApp extends ConsoleContext {
  readonly sidebar: SidebarModel;
  readonly frame: {
    readonly header: HeaderModel;
    readonly strip: StripModel;
    readonly footer: Surface;
  };
  /** The time of the last key, milliseconds since 1970; long ago if none was pressed. */
  lastKeyAt(): number;
  /** Continues with other settings; `preferences` are the choices that follow from them. */
  applySettings(settings: Settings, preferences: Partial<Preferences>): void;
  /** Uses this terminal; returns the function that lets go of it. */
  attach(terminal: TerminalContextValue): () => void;
  /** Follows the session until the last user has stopped; returns the function that stops. */
  activate(): () => void;
}
