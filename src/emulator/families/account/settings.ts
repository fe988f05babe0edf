/** Settings of the account, and the network transfer pool of all instances. */
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest} from '../../engine/http/refusal.ts';
import {days} from '../../engine/time/clock.ts';
import {Instances} from '../instances/instance-kinds.ts';
import {getSettings, Settings, singletonId} from './account-kinds.ts';

type Parts = Pick<Contract['account'], 'settings' | 'transfer'>;

export const settings: Handlers<Parts['settings']> = {
  get: ({db}) => getSettings(db),

  update(call) {
    const changed = call.db.update(Settings, singletonId, call.body);
    call.emit({action: 'account_settings_update'});
    return changed;
  },

  enableManaged(call) {
    if (getSettings(call.db).managed) throw badRequest('Managed is enabled already.');
    call.db.update(Settings, singletonId, {managed: true});
    call.emit({action: 'managed_enabled'});
    return {};
  },
};

export const accountTransfer: Handlers<Parts['transfer']> = {
  /** All in GB: the quota of the instances, and a plausible usage since the month started. */
  get({db, now}) {
    const row = db.one<{quota: number | null}>(
      `SELECT SUM(json_extract(doc, '$.specs.transfer')) AS quota FROM entity WHERE kind='${Instances.name}'`,
    );
    const quota = row?.quota ?? 0;
    const date = new Date(now);
    const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    const usedGb = Math.round(quota * 0.011 * ((now - month) / days));
    return {billable: Math.max(0, usedGb - quota), quota, used: usedGb};
  },
};
