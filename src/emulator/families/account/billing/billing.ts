/** Invoices, payments and payment methods (D3 §4.6). */
import type {Contract} from '../../../../contract/index.ts';
import {type Handlers, StatusReply} from '../../../engine/call.ts';
import {badRequest, FieldErrors} from '../../../engine/http/refusal.ts';
import {getAccount, InvoiceItems, Invoices, PaymentMethods, Payments} from '../account-kinds.ts';
import {dollars, paymentLimits, usdOf} from './money.ts';
import {addCard, chargeMethod, defaultMethod, setDefaultMethod} from './payment-cards.ts';
import {promoCodes} from './promo-codes.ts';

type Group = Contract['account'];
type Part = 'creditCard' | 'invoices' | 'paymentMethods' | 'payments' | 'promoCodes';

/** Warning in a response with status 202: the payment is accepted and not finished. */
const onItsWay = {
  title: 'The payment is being processed',
  details: 'The wallet has been asked for the amount; the balance is lowered when it has paid.',
};

const walletsAreOff = () =>
  badRequest('This endpoint is disabled: wallets cannot be paid from through the API. Pay with a payment method.');

export const billing: Pick<Handlers<Group>, Part> = {
  creditCard: {
    // Deprecated: equals adding a payment method as the default.
    set(call) {
      addCard(call, {card: call.body, isDefault: true, prefix: '', action: 'credit_card_updated'});
      return {};
    },
  },

  invoices: {
    list: call => call.page(Invoices),
    get: call => call.json(Invoices, call.params.invoiceId),
    items: {
      list(call) {
        const {id} = call.find(Invoices, call.params.invoiceId);
        return call.page(InvoiceItems, {parent: id});
      },
    },
  },

  paymentMethods: {
    list: call => call.page(PaymentMethods),

    create(call) {
      const {data: card, is_default: isDefault} = call.body;
      return addCard(call, {card, isDefault, prefix: 'data.', action: 'payment_method_add'});
    },

    get: call => call.json(PaymentMethods, call.params.paymentMethodId),

    delete(call) {
      const method = call.find(PaymentMethods, call.params.paymentMethodId);
      if (method.is_default)
        throw badRequest('The default payment method cannot be deleted. Make another method the default first.');
      call.db.remove(PaymentMethods, method.id);
      return {};
    },

    makeDefault(call) {
      const method = call.find(PaymentMethods, call.params.paymentMethodId);
      setDefaultMethod(call.db, method.id);
      return {};
    },
  },

  payments: {
    list: call => call.page(Payments),

    create(call) {
      const {db, body} = call;
      const usd = usdOf(body.usd);
      const {least, most} = paymentLimits(getAccount(db).balance);
      const {payment_method_id: id} = body;
      const method = id === undefined ? defaultMethod(db) : db.get(PaymentMethods, id);
      const fieldErrors = new FieldErrors();
      fieldErrors.addIf(usd < least || usd > most, `must be ${dollars(least)} to ${dollars(most)}`, 'usd');
      fieldErrors.addIf(
        !method,
        id === undefined ? 'is required, because no default is set' : 'is not known',
        'payment_method_id',
      );
      // The documents don't require a CVV, so it is checked only if it is sent.
      fieldErrors.addIf(body.cvv !== undefined && !/^\d{3,4}$/.test(body.cvv), 'must be 3 or 4 digits', 'cvv');
      fieldErrors.throwIfAny();
      if (!method) throw badRequest('No payment method to charge.');
      const payment = chargeMethod(call, method, usd);
      if (method.type === 'credit_card') return payment;
      return new StatusReply(202, {...payment, warnings: [onItsWay]});
    },

    get: call => call.json(Payments, call.params.paymentId),

    paypal: {
      stage() {
        throw walletsAreOff();
      },
      execute() {
        throw walletsAreOff();
      },
    },
  },

  promoCodes,
};
