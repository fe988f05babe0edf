/** Two-factor authentication, devices, phone number and security questions. */
import {del, get, post} from '../schema/endpoint.ts';
import {dateTime, integer, list, model, object, type Read, required, text} from '../schema/field.ts';

/** A browser in which a login needs no second factor. */
export const TrustedDevice = model('TrustedDevice', {
  id: integer({readOnly: true}),
  created: dateTime({readOnly: true}),
  expiry: dateTime({readOnly: true}),
  user_agent: text({readOnly: true}),
  last_authenticated: dateTime({readOnly: true}),
  last_remote_addr: text({readOnly: true}),
});
export type TrustedDevice = Read<typeof TrustedDevice>;

/** All questions, with the user's answers. */
export const SecurityQuestions = model('SecurityQuestions', {
  security_questions: list(
    object({id: integer(), question: text({readOnly: true}), response: text({min: 3, max: 17})}),
  ),
});
export type SecurityQuestions = Read<typeof SecurityQuestions>;

/** The questions that the request answered. */
export const SecurityAnswers = model('SecurityAnswers', {
  security_questions: list(
    object({question_id: integer(), response: text({min: 3, max: 17}), security_question: text({readOnly: true})}),
  ),
});
export type SecurityAnswers = Read<typeof SecurityAnswers>;

/** The secret for an authenticator app. */
export const TwoFactorSecret = model('TwoFactorSecret', {
  secret: text(),
  expiry: dateTime(),
});
export type TwoFactorSecret = Read<typeof TwoFactorSecret>;

/** A code that works once, for a lost authenticator. */
export const TwoFactorScratch = model('TwoFactorScratch', {
  scratch: text(),
});
export type TwoFactorScratch = Read<typeof TwoFactorScratch>;

/** Body of `profile.tfa.confirm`. */
export const TfaConfirm = model('TfaConfirm', {
  tfa_code: text(),
});

/** Body of `profile.securityQuestions.answer`; exactly three. */
export const SecurityQuestionsAnswer = model('SecurityQuestionsAnswer', {
  security_questions: list(object({question_id: integer(), response: text({min: 3, max: 17})})),
});

/** Body of `profile.phoneNumber.sendCode`. */
export const PhoneNumberSendCode = model('PhoneNumberSendCode', {
  iso_code: required(text()),
  phone_number: required(text({format: 'phone'})),
});

/** Body of `profile.phoneNumber.verify`; the code is valid for ten minutes. */
export const PhoneNumberVerify = model('PhoneNumberVerify', {
  otp_code: required(text()),
});

export const securityEndpoints = {
  tfa: {
    disable: post('/profile/tfa-disable', {scopes: ['account:read_write']}),
    enable: post('/profile/tfa-enable', {scopes: ['account:read_write'], responseModel: TwoFactorSecret}),
    confirm: post('/profile/tfa-enable-confirm', {
      scopes: ['account:read_write'],
      body: TfaConfirm,
      responseModel: TwoFactorScratch,
    }),
  },
  devices: {
    list: get('/profile/devices', {scopes: ['account:read_only'], page: TrustedDevice}),
    get: get('/profile/devices/{deviceId}', {scopes: ['account:read_only'], responseModel: TrustedDevice}),
    delete: del('/profile/devices/{deviceId}', {scopes: ['account:read_write']}),
  },
  securityQuestions: {
    get: get('/profile/security-questions', {scopes: ['account:read_only'], responseModel: SecurityQuestions}),
    answer: post('/profile/security-questions', {
      scopes: ['account:read_write'],
      body: SecurityQuestionsAnswer,
      bodyOptional: true,
      responseModel: SecurityAnswers,
    }),
  },
  phoneNumber: {
    sendCode: post('/profile/phone-number', {scopes: ['account:read_write'], body: PhoneNumberSendCode}),
    delete: del('/profile/phone-number', {scopes: ['account:read_write']}),
    verify: post('/profile/phone-number/verify', {scopes: ['account:read_write'], body: PhoneNumberVerify}),
  },
};
