/** Two-factor authentication, trusted devices, security questions, and the phone number. */
import type {Contract} from '../../../contract/index.ts';
import {digest, Profiles, Users} from '../../engine/access/actors.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, hours, minutes} from '../../engine/time/clock.ts';
import {countries} from '../account/address-formats.ts';
import {internationalNumber} from './calling-codes.ts';
import {findOwnRow} from './find-own-row.ts';
import {getAuthFactors, TrustedDevices, updateAuthFactors} from './profile-kinds.ts';
import {questionErrors, securityQuestions} from './security-questions.ts';
import {isCode, newSecret} from './totp.ts';

type Group = Contract['profile'];
type Part = 'tfa' | 'devices' | 'securityQuestions' | 'phoneNumber';

/** Time limit for the first code of an authenticator, and for the code sent to a phone. */
const offerLifetimeMs = hours;
const smsLifetimeMs = 10 * minutes;
/** The code for every phone; the emulator sends no messages. */
const everyCode = '123456';

function setSecondFactor(db: Store, uid: number, {isEnabled}: {readonly isEnabled: boolean}): void {
  db.update(Profiles, uid, {two_factor_auth: isEnabled});
  db.update(Users, uid, {tfa_enabled: isEnabled});
}

export const security: Pick<Handlers<Group>, Part> = {
  tfa: {
    enable(call) {
      const {db, now, actor, random} = call;
      const {totp, answers} = getAuthFactors(db, actor.uid);
      if (totp !== null) throw badRequest('Two-factor authentication is enabled already.');
      if (Object.keys(answers).length === 0) throw badRequest('Answer the security questions first.');
      const offered = {totp: newSecret(random), expiry: now + offerLifetimeMs};
      updateAuthFactors(db, actor.uid, {offered});
      return {secret: offered.totp, expiry: formatTimestamp(offered.expiry)};
    },

    confirm(call) {
      const {db, now, actor, random} = call;
      const {offered} = getAuthFactors(db, actor.uid);
      if (!offered || offered.expiry <= now)
        throw badRequest('No secret to confirm. Enable two-factor authentication first.');
      if (!isCode(offered.totp, call.body.tfa_code ?? '', now))
        throw badRequest('is not the code that the authenticator shows', 'tfa_code');
      const scratch = random.hex(16);
      updateAuthFactors(db, actor.uid, {totp: offered.totp, offered: null, scratch: digest(scratch)});
      setSecondFactor(db, actor.uid, {isEnabled: true});
      call.emit({action: 'tfa_enabled'});
      return {scratch};
    },

    disable(call) {
      const {db, actor} = call;
      if (!call.find(Profiles, actor.uid).two_factor_auth) return {};
      updateAuthFactors(db, actor.uid, {totp: null, offered: null, scratch: null});
      setSecondFactor(db, actor.uid, {isEnabled: false});
      // Without a second factor, no browser is trusted.
      db.removeAll(TrustedDevices, actor.uid);
      call.emit({action: 'tfa_disabled'});
      return {};
    },
  },

  devices: {
    list: call => {
      const activeClause = {sql: `json_extract(doc, '$.expiry')>?`, values: [formatTimestamp(call.now)]};
      return call.page(TrustedDevices, {parent: call.actor.uid, where: activeClause});
    },
    get: call => findOwnRow(call, TrustedDevices, call.params.deviceId).doc,
    delete(call) {
      call.db.remove(TrustedDevices, findOwnRow(call, TrustedDevices, call.params.deviceId).id);
      return {};
    },
  },

  securityQuestions: {
    get({db, actor}) {
      const {answers} = getAuthFactors(db, actor.uid);
      return {
        security_questions: securityQuestions.map(({id, question}) => ({id, question, response: answers[id] ?? ''})),
      };
    },

    answer(call) {
      const answerInputs = call.body.security_questions ?? [];
      const fieldErrors = new FieldErrors();
      questionErrors(fieldErrors, answerInputs);
      fieldErrors.throwIfAny();
      const storedAnswers = answerInputs.map(({question_id = 0, response = ''}) => ({
        question_id,
        response,
        security_question: securityQuestions.find(({id}) => id === question_id)?.question ?? '',
      }));
      const answers = Object.fromEntries(storedAnswers.map(({question_id, response}) => [question_id, response]));
      updateAuthFactors(call.db, call.actor.uid, {answers});
      return {security_questions: storedAnswers};
    },
  },

  phoneNumber: {
    sendCode(call) {
      const {db, now, body, actor} = call;
      const number = internationalNumber(body.iso_code, body.phone_number);
      const digits = number.length - 1;
      const fieldErrors = new FieldErrors();
      fieldErrors.addIf(!countries.has(body.iso_code), 'must be a two-letter ISO 3166 code', 'iso_code');
      fieldErrors.addIf(digits < 5 || digits > 15, 'must have 5 to 15 digits', 'phone_number');
      fieldErrors.throwIfAny();
      updateAuthFactors(db, actor.uid, {phone: {number, expiry: now + smsLifetimeMs}});
      return {};
    },

    verify(call) {
      const {db, now, actor} = call;
      const {phone} = getAuthFactors(db, actor.uid);
      if (!phone || phone.expiry <= now) throw badRequest('No code was sent in the last ten minutes.');
      if (call.body.otp_code !== everyCode) throw badRequest('is not the code that was sent', 'otp_code');
      updateAuthFactors(db, actor.uid, {phone: null});
      db.update(Profiles, actor.uid, {verified_phone_number: phone.number});
      return {};
    },

    delete(call) {
      updateAuthFactors(call.db, call.actor.uid, {phone: null});
      call.db.update(Profiles, call.actor.uid, {verified_phone_number: null});
      return {};
    },
  },
};
