/** The terminal, as Ink's components see it. */

export {Canvas, type CanvasProps, useSurface} from './canvas.tsx';
export {useTerminal} from './context.ts';
export {mountTerminal, startTerminal, type TerminalSession} from './session.tsx';
export {useKeys} from './use-keys.ts';
