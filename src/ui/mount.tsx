/** What the console needs Ink for. Loaded when its first screen is there. */
import {App} from './app.tsx';
import type {AccountSession} from './seat.ts';

export {mountTerminal} from './terminal/ink.ts';

export const consoleElement = ({key, context}: AccountSession) => <App key={key} context={context} />;
