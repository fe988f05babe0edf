/** What the console needs Ink for. Loaded when its first screen is there. */

import type {AccountSession} from './account-session.ts';
import {App} from './app.tsx';

export {mountTerminal} from '../terminal/ink/index.ts';

export const consoleElement = ({key, context}: AccountSession) => <App key={key} context={context} />;
