/** What the console needs Ink for. Loaded when its first screen is there. */
import {App} from './app.tsx';
import type {Seat} from './seat.ts';

export {mountTerminal} from './terminal/ink.ts';

export const consoleOf = ({number, deck}: Seat) => <App key={number} deck={deck} />;
