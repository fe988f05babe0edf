/** Opens the account that a command's flags select. */
import {stateFolder} from '../../platform/files/xdg-paths.ts';
import {
  type ChoiceContext,
  chooseProfile,
  chooseProfiles,
  demoFallbackText,
  type ProfileChoice,
  type ProfileRequest,
} from '../../profiles/choose-profile.ts';
import {loadSettings, mistakeLines} from '../../profiles/load-settings.ts';
import type {LoadedSettings, Settings} from '../../profiles/settings.ts';
import {accountGuards} from '../../store/account/account-guards.ts';
import {commandRetry, demoAccount, type OpenedAccount, profileAccount} from '../../store/account/open-account.ts';
import {contractIdentifiers, Identifiers} from '../../store/api/identifiers.ts';
import {lazyHistoryFile} from '../../store/history/lazy-history-file.ts';
import type {CommandContext} from './command-context.ts';
import {UsageError} from './command-errors.ts';

export interface AccountRequest extends ProfileRequest {
  /** The timeout of one request. */
  readonly requestTimeoutMs?: number | undefined;
}

export async function openAccount(request: AccountRequest, context: CommandContext): Promise<OpenedAccount> {
  const settings = await loadSettings(context.env);
  const choice = chooseProfile(request, choiceInput(settings, context));
  if ('refused' in choice) throw new UsageError(choice.refused);
  printMistakes(settings, context);
  return accountFor(choice, request, settings, context);
}

export interface AccountsWithSettings {
  readonly accounts: readonly OpenedAccount[];
  readonly settings: Settings;
}

/** Opens the accounts of a request, which may name several profiles separated by commas. */
export async function openAccounts(request: AccountRequest, context: CommandContext): Promise<AccountsWithSettings> {
  const settings = await loadSettings(context.env);
  const choices = chooseProfiles(request, choiceInput(settings, context));
  if ('refused' in choices) throw new UsageError(choices.refused);
  printMistakes(settings, context);
  return {accounts: choices.map(choice => accountFor(choice, request, settings, context)), settings: settings.settings};
}

/**
 * The spelling of identifiers for the requested profile, without opening the account; the contract's spelling if the
 * profile can't be determined.
 */
export async function identifiersFor(request: ProfileRequest, context: CommandContext): Promise<Identifiers> {
  try {
    const account = await openAccount(request, {...context, err() {}});
    return account.profile.identifiers ?? contractIdentifiers;
  } catch (error) {
    if (error instanceof UsageError) return contractIdentifiers;
    throw error;
  }
}

/**
 * The spellings of all profiles' providers and of the environment, each once; without a profile, the contract's
 * spelling.
 */
export async function allIdentifiers(env: CommandContext['env']): Promise<readonly Identifiers[]> {
  const {settings} = await loadSettings(env);
  const fromEnv = env.SKYDECK_BASE_URL && env.SKYDECK_BRAND ? [{brand: env.SKYDECK_BRAND, acronym: undefined}] : [];
  const brandings = [...settings.profiles, ...fromEnv];
  const distinct = new Map(brandings.map(names => [`${names.brand} ${names.acronym}`, names]));
  return distinct.size === 0 ? [contractIdentifiers] : [...distinct.values()].map(names => new Identifiers(names));
}

const choiceInput = (settings: LoadedSettings, {env, fallsBackToDemo = false}: CommandContext): ChoiceContext => ({
  loaded: settings,
  env,
  canFallBack: fallsBackToDemo,
});

function printMistakes(settings: LoadedSettings, {err}: CommandContext): void {
  for (const line of mistakeLines(settings)) err(`${line}\n`);
}

function accountFor(
  choice: Exclude<ProfileChoice, {refused: string}>,
  {requestTimeoutMs}: AccountRequest,
  {settings}: Pick<LoadedSettings, 'settings'>,
  {startDemo, env, err, log, clock}: CommandContext,
): OpenedAccount {
  const profile = 'profile' in choice ? choice.profile : undefined;
  const guards = accountGuards(profile ? profile.guards : settings.guards, {env, profile: profile?.name, clock});
  const limits = {retry: commandRetry, requestTimeoutMs, guards};
  if ('profile' in choice) {
    const history = lazyHistoryFile(stateFolder(env), choice.profile.name, settings.history);
    return {...profileAccount(choice.profile, env, log, limits), history};
  }
  if (choice.isFallback) err(`skydeck: ${demoFallbackText}\n`);
  return demoAccount(startDemo, choice.readOnly, log, limits);
}
