/** Amounts in US dollars, exact to the cent. */

export const cents = (usd: number): number => Math.round(usd * 100) / 100;

/**
 * Bounds of one payment (D3 §4.6 r6): from $5.00, or the balance below that; to $2000.00, or the balance up to
 * $50000.00.
 */
export const paymentLimits = (balance: number): {readonly least: number; readonly most: number} => ({
  least: balance > 0 ? Math.min(5, balance) : 5,
  most: Math.max(2000, Math.min(balance, 50_000)),
});

/** The number behind `$20.00`; the contract has checked the form. */
export const usdOf = (text: string): number => Number(text.replace('$', ''));

export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
