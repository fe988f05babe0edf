/** Opens the account that a command's flags mean. */
import {type Choice, chooseProfile, chooseProfiles, type Wish} from '../profiles/choose.ts';
import {type Loaded, loadSettings, mistakeLines} from '../profiles/settings.ts';
import {type Account, demoAccount, profileAccount, type StartDemo} from '../store/account.ts';
import type {Clock} from '../store/clock.ts';

/** What a command is given by whoever starts it: the room it must not know, the environment, and where to write. */
export interface Surroundings {
  readonly startDemo: StartDemo;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string | Uint8Array) => void;
  readonly err: (text: string) => void;
  /** Columns of the terminal; undefined when the output is a pipe. */
  readonly columns: number | undefined;
  /** What the terminal can show; absent where nobody asked. */
  readonly terminal?: (() => Promise<TerminalFacts>) | undefined;
  /** Asks the person at the terminal; absent where there is none. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
  /** Opens an address in the person's browser; false where nothing opens one. */
  readonly browse?: ((address: string) => Promise<boolean>) | undefined;
  /** All of the standard input. */
  readonly stdin?: (() => Promise<string>) | undefined;
  /** The standard input and output as bytes. */
  readonly pipe?: {input(): AsyncIterable<Uint8Array>; output(bytes: Uint8Array): Promise<void>} | undefined;
  /** A line that is replaced by the next, empty to take it away; absent where nobody would see it. */
  readonly progress?: ((line: string) => void) | undefined;
  /** Runs when the person interrupts, instead of ending at once; returns how to call that off. */
  readonly interrupted?: ((run: () => void) => () => void) | undefined;
  /** What else the program is, besides its commands; for the shell to complete. */
  readonly programs?:
    | (() => Promise<readonly {readonly name: string; readonly flags: readonly string[]}[]>)
    | undefined;
  /** The machine's own without. */
  readonly clock?: Clock | undefined;
}

export interface TerminalFacts {
  readonly colors: string;
  readonly unicode: boolean;
  readonly multiplexer: string | undefined;
  readonly remote: boolean;
  /** No cursor can be moved: the console cannot run. */
  readonly dumb: boolean;
}

/** A command line that cannot be carried out as it stands; exit code 2. */
export class Usage extends Error {}

/** What the line is about does not exist; exit code 1. */
export class Missing extends Error {}

export async function openAccount(wish: Wish, surroundings: Surroundings): Promise<Account> {
  const loaded = await settingsFor(surroundings);
  const choice = chooseProfile(wish, loaded.settings, surroundings.env);
  return accountFor(choice, wish, loaded, surroundings);
}

/** The accounts of a wish that may name several profiles, with commas between them. */
export async function openAccounts(wish: Wish, surroundings: Surroundings): Promise<readonly Account[]> {
  const loaded = await settingsFor(surroundings);
  const choices = chooseProfiles(wish, loaded.settings, surroundings.env);
  const all = 'refused' in choices ? [choices] : choices;
  return all.map(choice => accountFor(choice, wish, loaded, surroundings));
}

async function settingsFor({env, err}: Surroundings): Promise<Loaded> {
  const loaded = await loadSettings(env);
  for (const line of mistakeLines(loaded)) err(`${line}\n`);
  return loaded;
}

function accountFor(choice: Choice, wish: Wish, {mistakes}: Loaded, {startDemo, env}: Surroundings): Account {
  if ('refused' in choice) throw new Usage(choice.refused);
  // Whoever keeps profiles means one of them: the demo's data would be taken for the account's.
  if ('demo' in choice && mistakes.length > 0 && !wish.demo && wish.profile === undefined)
    throw new Usage('no profile can be told from these settings: mend them, or say --demo or --base-url');
  return 'demo' in choice ? demoAccount(startDemo, choice.readOnly) : profileAccount(choice.profile, env);
}
