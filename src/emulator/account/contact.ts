/** The account itself: contact data and balance (D3 §4.6). */
import type {Contract} from '../../contract/index.ts';
import type {Handlers} from '../engine/call.ts';
import {Problems} from '../engine/refusal.ts';
import {Accounts, accountOf, theOne} from './kinds.ts';

const countries = new Set(
  // ISO 3166: the list is long, short to write and does not change often.
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF
  CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH
  GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW
  KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG
  NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
  SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT
  ZA ZM ZW`.split(/\s+/),
);

export const contact: Pick<Handlers<Contract['account']>, 'get' | 'update'> = {
  get: call => accountOf(call.db),

  update(call) {
    const {db, body} = call;
    const before = accountOf(db);
    const after = {...before, ...body};
    const problems = new Problems();
    problems.when(!countries.has(after.country), 'must be a two-letter ISO 3166 code', 'country');
    // The two-letter code, also of the military (AA, AE, AP); elsewhere the province (D3 §2.6).
    const coded = after.country === 'US' || after.country === 'CA';
    problems.when(coded && !/^[A-Z]{2}$/.test(after.state), 'must be the two-letter code', 'state');
    const american = /^\d{5}([ -]?\d{4})?$/.test(after.zip);
    problems.when(after.country === 'US' && !american, 'must be a US zip code', 'zip');
    // What was wrong before and is not touched is nobody's mistake now.
    if (body.country !== undefined || body.state !== undefined || body.zip !== undefined) problems.settle();
    const account = db.update(Accounts, theOne, body);
    call.emit({
      action: 'account_update',
      entity: {id: null, label: account.company, type: 'account', url: '/v4/account'},
    });
    return account;
  },
};
