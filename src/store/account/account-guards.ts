/**
 * The guards of an account. They are read again before each change, so that a running console uses the current team
 * file.
 */
import type {Environment} from '../../platform/files/xdg-paths.ts';
import type {GuardRules} from '../../profiles/guard-rules.ts';
import {guardsOf} from '../../profiles/load-guards.ts';
import {loadSettings} from '../../profiles/load-settings.ts';
import {Guards} from '../api/guards.ts';
import {type Clock, realClock} from '../core/clock.ts';

interface AccountGuardsOptions {
  readonly env: Environment;
  /** Undefined for the demo account. */
  readonly profile: string | undefined;
  readonly clock?: Pick<Clock, 'now'> | undefined;
}

export const accountGuards = (
  rules: GuardRules | undefined,
  {env, profile, clock = realClock}: AccountGuardsOptions,
): Guards => new Guards(rules, {now: clock.now, reload: async () => guardsOf(await loadSettings(env), profile)});
