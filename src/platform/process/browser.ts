/** Opens the user's browser. */
import {spawn} from 'node:child_process';
import type {Environment} from '../files/xdg-paths.ts';
import {childEnv} from './child-env.ts';

/** True when the user at the terminal would see a browser that is opened on this machine. */
export function hasBrowser(env: Environment, platform: NodeJS.Platform = process.platform): boolean {
  if (env.SSH_CONNECTION || env.SSH_TTY) return false;
  return platform === 'darwin' || platform === 'win32' || !!(env.DISPLAY || env.WAYLAND_DISPLAY || env.BROWSER);
}

/** Opens an address, which is an argument and never meets a shell; false without a program that opens one. */
export function openBrowser(address: string, env: Environment): Promise<boolean> {
  const [program, ...before] = openCommand(env);
  return new Promise(resolve => {
    const child = spawn(program, [...before, address], {stdio: 'ignore', detached: true, env: childEnv()});
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      // The child may run for as long as the browser does.
      child.unref();
      resolve(true);
    });
  });
}

function openCommand({BROWSER}: Environment): [string, ...string[]] {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  // Several may be named, with colons between them; one with arguments is for a shell, and is left to xdg-open.
  return [BROWSER && /^[\w./-]+$/.test(BROWSER) ? BROWSER : 'xdg-open'];
}
