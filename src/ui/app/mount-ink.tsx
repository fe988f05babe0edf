/** The part of the console that needs Ink. It is loaded after the first screen is painted. */

import type {AccountSession} from './account-session.ts';
import {App} from './app.tsx';

export {mountTerminal} from '../terminal/ink/index.ts';

export const consoleElement = ({key, context}: AccountSession) => <App key={key} context={context} />;
