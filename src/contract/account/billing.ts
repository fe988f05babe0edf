/** Invoices, payments and payment methods (D3 §4.6). */
import {del, get, post} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  either,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  required,
  text,
  today,
  todayValues,
} from '../schema/field.ts';
import {amountPattern} from '../schema/patterns.ts';

export const promotionServices = [
  'all',
  'backup',
  'blockstorage',
  'db_mysql',
  'ip_v4',
  'compute',
  'compute_disk',
  'compute_memory',
  'longview',
  'managed',
  'nodebalancer',
  'objectstorage',
  'transfer_tx',
] as const;

/** Services that the API of today has added. */
export const todayPromotionServices = ['placement_group'] as const;

/** A credit that lowers bills; amounts are texts in US dollars. */
export const Promotion = model('Promotion', {
  credit_monthly_cap: text(),
  credit_remaining: text(),
  description: text(),
  expire_dt: text(),
  image_url: text(),
  summary: text(),
  this_month_credit_remaining: text(),
  service_type: todayValues(choice(promotionServices, {wire: 'service-type'}), todayPromotionServices),
});
export type Promotion = Read<typeof Promotion>;

/** A card to pay with, with the data printed on it; body of `account.creditCard.set` (D3 §2.6). */
export const CardBody = model('CardBody', {
  card_number: required(text({min: 14, max: 24, format: 'digits'})),
  expiry_month: required(integer({min: 1, max: 12})),
  expiry_year: required(integer({min: 1000, max: 9999})),
  cvv: required(text({min: 3, max: 4, format: 'digits'})),
});
export type CardBody = Read<typeof CardBody>;

/** A bill; amounts in US dollars. */
export const Invoice = model('Invoice', {
  id: integer({readOnly: true}),
  date: dateTime({readOnly: true}),
  label: text({readOnly: true}),
  subtotal: number({readOnly: true}),
  tax: number({readOnly: true}),
  tax_summary: list(object({tax: number(), name: text()}), {readOnly: true}),
  total: number({readOnly: true}),
  billing_source: today(text({readOnly: true, wire: 'service-type'})),
});
export type Invoice = Read<typeof Invoice>;

/** A line of a bill; `unit_price` is a text, the other amounts are numbers. */
export const InvoiceItem = model('InvoiceItem', {
  amount: number({readOnly: true}),
  tax: number({readOnly: true}),
  total: number({readOnly: true}),
  from: dateTime({readOnly: true}),
  label: text({readOnly: true}),
  quantity: integer({readOnly: true}),
  to: dateTime({readOnly: true}),
  type: choice(['hourly', 'misc'], {readOnly: true}),
  unit_price: text({readOnly: true}),
  region: today(nullable(text({readOnly: true}))),
});
export type InvoiceItem = Read<typeof InvoiceItem>;

/** Money received, in US dollars. */
export const Payment = model('Payment', {
  id: integer({readOnly: true}),
  date: dateTime({readOnly: true}),
  usd: number({readOnly: true}),
});
export type Payment = Read<typeof Payment>;

/** A credit card, with the data that the API shows. */
export const PaymentDataCard = model('PaymentDataCard', {
  card_type: text({readOnly: true}),
  last_four: text({readOnly: true}),
  expiry: text({format: 'MM/YYYY', readOnly: true}),
});
export type PaymentDataCard = Read<typeof PaymentDataCard>;

/** The card of a Google Pay wallet. */
export const PaymentDataGooglePay = model('PaymentDataGooglePay', {
  card_type: text({readOnly: true}),
  last_four: text({readOnly: true}),
  expiry: text({format: 'MM/YYYY', readOnly: true}),
});
export type PaymentDataGooglePay = Read<typeof PaymentDataGooglePay>;

/** A PayPal account. */
export const PaymentDataPayPal = model('PaymentDataPayPal', {
  email: text({readOnly: true}),
  paypal_id: text({readOnly: true}),
});
export type PaymentDataPayPal = Read<typeof PaymentDataPayPal>;

/** A payment method; `type` decides the shape of `data` (D3 §4.6). */
export const PaymentMethod = model('PaymentMethod', {
  id: integer(),
  type: choice(['credit_card', 'google_pay', 'paypal']),
  is_default: flag(),
  created: dateTime({readOnly: true}),
  data: either(PaymentDataCard, PaymentDataGooglePay, PaymentDataPayPal),
});
export type PaymentMethod = Read<typeof PaymentMethod>;

/** Body of `account.paymentMethods.create` (D3 §4.6). */
export const PaymentMethodCreate = model('PaymentMethodCreate', {
  type: required(choice(['credit_card'])),
  is_default: required(flag()),
  data: required(object(CardBody.fields)),
});

/** Body of `account.payments.create` (D3 §4.6). */
export const PaymentCreate = model('PaymentCreate', {
  cvv: text(),
  usd: required(text(amountPattern)),
  payment_method_id: integer(),
});

/** Body of `account.payments.paypal.stage` (D3 §4.6). */
export const PaymentPaypalStage = model('PaymentPaypalStage', {
  cancel_url: required(text()),
  redirect_url: required(text()),
  usd: required(text()),
});

/** Body of `account.payments.paypal.execute` (D3 §4.6). */
export const PaymentPaypalExecute = model('PaymentPaypalExecute', {
  payer_id: required(text()),
  payment_id: required(text()),
});

/** Body of `account.promoCodes.add`. */
export const PromoCodeAdd = model('PromoCodeAdd', {
  promo_code: required(text({min: 1, max: 32})),
});

export const billingEndpoints = {
  creditCard: {
    set: post('/account/credit-card', {scopes: ['account:read_write'], body: CardBody, deprecated: true}),
  },
  invoices: {
    list: get('/account/invoices', {scopes: ['account:read_only'], page: Invoice}),
    get: get('/account/invoices/{invoiceId}', {scopes: ['account:read_only'], responseModel: Invoice}),
    items: {
      list: get('/account/invoices/{invoiceId}/items', {scopes: ['account:read_only'], page: InvoiceItem}),
    },
  },
  paymentMethods: {
    list: get('/account/payment-methods', {scopes: ['account:read_only'], page: PaymentMethod}),
    create: post('/account/payment-methods', {
      scopes: ['account:read_write'],
      body: PaymentMethodCreate,
      responseModel: PaymentMethod,
    }),
    get: get('/account/payment-methods/{paymentMethodId}', {
      scopes: ['account:read_only'],
      responseModel: PaymentMethod,
    }),
    delete: del('/account/payment-methods/{paymentMethodId}', {scopes: ['account:read_only']}),
    makeDefault: post('/account/payment-methods/{paymentMethodId}/make-default', {scopes: ['account:read_write']}),
  },
  payments: {
    list: get('/account/payments', {scopes: ['account:read_only'], page: Payment}),
    create: post('/account/payments', {
      scopes: ['account:read_write'],
      body: PaymentCreate,
      responseModel: Payment,
      otherStatuses: [202],
    }),
    get: get('/account/payments/{paymentId}', {scopes: ['account:read_only'], responseModel: Payment}),
    paypal: {
      stage: post('/account/payments/paypal', {
        scopes: ['account:read_write'],
        access: {level: 'read_only'},
        body: PaymentPaypalStage,
        untypedResponse: 'nothing',
        otherStatuses: [299],
        deprecated: true,
        disabled: true,
      }),
      execute: post('/account/payments/paypal/execute', {
        scopes: ['account:read_write'],
        body: PaymentPaypalExecute,
        untypedResponse: 'nothing',
        otherStatuses: [202, 299],
        deprecated: true,
        disabled: true,
      }),
    },
  },
  promoCodes: {
    add: post('/account/promo-codes', {
      scopes: ['account:read_only'],
      access: {level: 'unrestricted'},
      body: PromoCodeAdd,
      responseModel: Promotion,
    }),
  },
};
