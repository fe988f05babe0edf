/** The terminal for Ink's components. */

export {Canvas, type CanvasProps, FloatingBox} from './canvas.tsx';
export {mountTerminal, type TerminalSession} from './ink-session.tsx';
export {useTerminal} from './terminal-context.ts';
export {useKeys} from './use-keys.ts';
