/** Beta programs, agreements, services by region and child accounts, which only the API of today has. */
import type {BetaProgram, ChildAccount, EnrolledBeta} from '../../../contract/account/programs.ts';
import type {Contract} from '../../../contract/index.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, minutes} from '../../engine/time/clock.ts';
import {Regions} from '../regions.ts';
import {todaysCapabilities} from '../today/today-capabilities.ts';

type Account = Contract['account'];
type Agreements = Readonly<
  Record<'billing_agreement' | 'eu_model' | 'master_service_agreement' | 'privacy_policy', boolean>
>;

export const BetaPrograms = defineKind<BetaProgram>('beta_program', {columns: {key: 'id'}});
export const EnrolledBetas = defineKind<EnrolledBeta>('enrolled_beta', {columns: {key: 'id'}});
export const ChildAccounts = defineKind<ChildAccount>('child_account', {columns: {key: 'euuid'}});
const AcceptedAgreements = defineKind<Agreements>('agreements');

const initialAgreements: Agreements = {
  billing_agreement: false,
  eu_model: false,
  master_service_agreement: true,
  privacy_policy: true,
};
const agreementsOf = (db: Store): Agreements => db.all(AcceptedAgreements)[0] ?? initialAgreements;

const agreements: Handlers<Account['agreements']> = {
  get: ({db}) => agreementsOf(db),
  accept({db, body}) {
    const fieldErrors = new FieldErrors();
    for (const [name, value] of Object.entries(body)) fieldErrors.addIf(value !== true, 'can’t be declined', name);
    fieldErrors.addIf(Object.keys(body).length === 0, 'At least one agreement must be accepted', null);
    fieldErrors.throwIfAny();
    const [row] = db.rows(AcceptedAgreements);
    const accepted = {...agreementsOf(db), ...body} as Agreements;
    if (row) db.update(AcceptedAgreements, row.id, accepted);
    else db.insert(AcceptedAgreements, () => accepted);
    return {};
  },
};

/** The services of all regions, divided into those that this region has and the others. */
function servicesIn(db: Store, region: {readonly id: string; readonly capabilities: readonly string[]}) {
  const all = new Set(db.all(Regions).flatMap(({capabilities}) => todaysCapabilities(capabilities)));
  const available = todaysCapabilities(region.capabilities);
  return {region: region.id, available, unavailable: [...all].filter(service => !available.includes(service))};
}

const availability: Handlers<Account['availability']> = {
  list: call => call.pageOf(call.db.all(Regions).map(region => servicesIn(call.db, region))),
  get({db, params}) {
    const region = db.byKey(Regions, params.regionId)?.doc;
    if (!region) throw notFound();
    return servicesIn(db, region);
  },
};

const enrolledBetas: Handlers<Account['betas']> = {
  list: call => call.page(EnrolledBetas),
  enroll({db, body, now}) {
    const program = db.byKey(BetaPrograms, body.id)?.doc;
    if (!program) throw badRequest('is not a beta program', 'id');
    if (program.greenlight_only) throw badRequest('is only for accounts that were invited', 'id');
    if (db.byKey(EnrolledBetas, program.id)) throw badRequest('was joined before', 'id');
    const {id, label, description, started, ended} = program;
    db.insert(EnrolledBetas, () => ({id, label, description, started, ended, enrolled: formatTimestamp(now)}));
    return {};
  },
  get: call => call.jsonByKey(EnrolledBetas, call.params.betaId),
};

const childAccounts: Handlers<Account['childAccounts']> = {
  list: call => call.page(ChildAccounts),
  get: call => call.jsonByKey(ChildAccounts, call.params.euuId),
  /** The token works for no account of this emulator. */
  token(call) {
    const row = call.db.byKey(ChildAccounts, call.params.euuId);
    if (!row) throw notFound();
    return {
      id: row.id,
      label: `proxy of ${call.username}`,
      scopes: '*',
      token: call.random.hex(64),
      created: formatTimestamp(call.now),
      expiry: formatTimestamp(call.now + 15 * minutes),
    };
  },
};

export const programs = {agreements, availability, betas: enrolledBetas, childAccounts};

export const betas: Handlers<Contract['betas']> = {
  list: call => call.page(BetaPrograms),
  get: call => call.jsonByKey(BetaPrograms, call.params.betaId),
};
