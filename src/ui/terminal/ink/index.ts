/** The terminal for Ink's components. */

export {Canvas, type CanvasProps, FloatingBox, useSurface} from './canvas.tsx';
export {mountTerminal, startTerminal, type TerminalSession} from './ink-session.tsx';
export {useTerminal} from './terminal-context.ts';
export {useKeys} from './use-keys.ts';
