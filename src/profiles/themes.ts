/** The names of the built-in themes; what they look like is the screen's business. */
export const themeNames = ['dark', 'light', 'mono', 'high-contrast'] as const;
export type BuiltInTheme = (typeof themeNames)[number];
