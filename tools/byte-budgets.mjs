/** The entry of the portal. Its static imports are loaded before hydration. */
export const ENTRY = 'index.html'

const IDENTITY_MODULES = ['src/application/identity/identity-use-cases.ts', 'src/composition/identity-adapters.ts']
const listImcModules = (...modules) => [
  'src/ui/imc/imc-area.tsx',
  'src/ui/imc/entity-bar.tsx',
  'src/application/imc/imc-use-cases.ts',
  'src/composition/imc-adapters.ts',
  ...modules.map((name) => `src/ui/imc/${name}.tsx`),
]
const listAuthModules = (screen) => [`src/ui/auth/${screen}.tsx`, ...IDENTITY_MODULES]

/**
 * Highest number of bytes of each part of the portal after brotli. `modules` are the entry or lazy
 * imports. A part of lazy imports counts their chunks without the chunks of the entry.
 */
export const BUDGETS = [
  { part: 'home before hydration', modules: [ENTRY], budget: 115_000 },
  {
    part: 'calls of the market',
    modules: ['src/composition/market-adapters.ts', 'src/adapters/http/configuration-api.ts'],
    budget: 20_000,
  },
  { part: 'chart of the day', modules: ['src/charts/view/price-chart.tsx'], budget: 42_000 },
  { part: 'login', modules: listAuthModules('login'), budget: 52_500 },
  { part: 'registration', modules: listAuthModules('registration'), budget: 46_000 },
  { part: 'forgotten password', modules: listAuthModules('forgotten-password'), budget: 44_000 },
  { part: 'statistics', modules: ['src/ui/statistics/statistics.tsx'], budget: 7_000 },
  { part: 'plans', modules: ['src/ui/payment/pricing.tsx'], budget: 8_000 },
  {
    part: 'start of a payment',
    modules: ['src/ui/payment/checkout-dialog.tsx', 'src/composition/payment-adapters.ts'],
    budget: 75_000,
  },
  {
    part: 'result of a payment',
    modules: ['src/ui/payment/checkout-return.tsx', 'src/composition/payment-adapters.ts'],
    budget: 45_000,
  },
  {
    part: 'dashboard',
    modules: ['src/ui/market/market-screen.tsx', 'src/adapters/http/market/market-stream.ts'],
    budget: 45_000,
  },
  { part: 'entity login', modules: listImcModules('imc-login'), budget: 66_000 },
  { part: 'entity users', modules: listImcModules('users'), budget: 71_000 },
  { part: 'form of an entity user', modules: ['src/ui/imc/users/user-form.tsx'], budget: 51_800 },
  // Loaded after the form that contains it.
  { part: 'list field', modules: ['src/ui/parts/listbox-field.tsx'], budget: 34_000 },
  { part: 'products of the entity', modules: listImcModules('products'), budget: 69_000 },
  { part: 'screens of a subscription', modules: listImcModules('screens'), budget: 73_300 },
  { part: 'dialogs of a screen', modules: ['src/ui/imc/screens/screen-dialogs.tsx'], budget: 45_800 },
  { part: 'requests of the entity', modules: listImcModules('requests'), budget: 77_100 },
  { part: 'audit of the entity', modules: listImcModules('audit'), budget: 65_000 },
]

/** The template of every page, in bytes after brotli. */
export const DOCUMENT_BUDGET = 30_000

/** The styles of the entry, in bytes after brotli. */
export const STYLES_BUDGET = 20_000
