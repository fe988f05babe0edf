/** Countries and postcodes. */
import type {Account} from '../../../contract/account/index.ts';

export const countries: ReadonlySet<string> = new Set(
  // ISO 3166.
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF
  CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH
  GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW
  KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG
  NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN
  SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT
  ZA ZM ZW`.split(/\s+/),
);

/** True for a valid postcode of the country; for most countries only its presence is checked. */
export const isPostcode = ({country, zip}: Pick<Account, 'country' | 'zip'>): boolean =>
  country === 'US' ? /^\d{5}([ -]?\d{4})?$/.test(zip) : /[A-Za-z0-9]/.test(zip);

/** Codes of states, districts and territories, and the three military codes. */
const american = `AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA
  RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI UM AA AE AP`;
const canadian = 'AB BC MB NB NL NS NT NU ON PE QC SK YT';
const states: Readonly<Record<string, ReadonlySet<string>>> = {
  US: new Set(american.split(/\s+/)),
  CA: new Set(canadian.split(' ')),
};

/**
 * True for a valid state of the country: a two-letter code in the US and Canada, any text elsewhere.
 */
export const isState = ({country, state}: Pick<Account, 'country' | 'state'>): boolean =>
  states[country]?.has(state) ?? true;
