import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyEdits, copySources, type Edit, filesWithErrors, run } from './copy-sources.ts'

const CONTRACT = 'packages/contracts/src/payment-connection.ts'
const ADAPTERS = 'packages/server/src/composition/payment-vendors.ts'
const ADAPTER = 'packages/server/src/adapters/acme/acme.ts'

const IN_CONTRACT: readonly Edit[] = [
  {
    path: CONTRACT,
    before: '} as const satisfies Readonly<Record<string, KeyedVendor>>',
    add: `  acme: {
    title: 'Acme',
    key: /^acme_(?:live|test)_\\d+$/,
    keyHint: 'a key of Acme, such as acme_live_1',
    secret: /^acmesecret_\\d+$/,
    secretHint: 'a secret of Acme, such as acmesecret_1',
    signatureHeader: 'acme-signature',
    signature: 'The secret itself.',
  },
`,
  },
]
const IN_TABLE: readonly Edit[] = [
  { path: ADAPTERS, before: '  stripe: createStripe,\n', add: '  acme: createAcme,\n' },
  {
    path: ADAPTERS,
    before: 'import { createStripe }',
    add: "import { createAcme } from '../adapters/acme/acme.ts'\n",
  },
]

/** A vendor in memory, on whose page the payer pays as soon as its webhook says so. */
const ACME = `import type { Clock } from '../../kernel/dependencies.ts'
import type { KeyedVendor } from '../../payments/dependencies.ts'
import type { CheckoutRequest, VendorOutcome, VendorState } from '../../payments/ports/payment-vendor.ts'

interface Sale { readonly request: CheckoutRequest; state: VendorState }

const done = <Value>(value: Value): VendorOutcome<Value> => ({ ok: true, value })

export function createAcme(_: Clock): KeyedVendor {
  const sales = new Map<string, Sale>()
  const change = (id: string, changed: Partial<VendorState>): VendorOutcome<undefined> => {
    const sale = sales.get(id)
    if (sale === undefined) return { ok: false, failure: { kind: 'refused', code: 'not_found', message: id } }
    sale.state = { ...sale.state, ...changed }
    return done(undefined)
  }
  return {
    title: 'Acme',
    isLive: (key) => key.startsWith('acme_live'),
    async read({ body, signature, secret }) {
      if (signature !== secret) return undefined
      const checkoutId = new TextDecoder().decode(body).replace('paid ', '')
      const sale = sales.get(checkoutId)
      if (sale === undefined) return undefined
      const { paymentId, amount } = sale.request
      change(checkoutId, { checkout: 'complete', status: 'authorized', authorizationId: checkoutId, amountAuthorized: amount })
      return { paymentId, checkoutId }
    },
    withKey: (key) => ({
      kind: 'acme',
      async openCheckout(request) {
        const checkoutId = \`sale_\${request.key}\`
        const state: VendorState = {
          checkout: 'open', status: 'none', currency: request.currency, amountAuthorized: 0, amountCaptured: 0, amountRefunded: 0, isDisputed: false,
        }
        if (!sales.has(checkoutId)) sales.set(checkoutId, { request, state })
        return done({ checkoutId, url: 'https://acme.example', expiresAtEpochSeconds: request.expiresAtEpochSeconds })
      },
      closeCheckout: async (id) => change(id, { checkout: 'expired' }),
      async read(id) {
        const sale = sales.get(id)
        return sale ? done(sale.state) : { ok: false, failure: { kind: 'refused', code: 'not_found', message: id } }
      },
      capture: async (id, { amount }) => change(id, { status: 'captured', amountCaptured: amount }),
      release: async (id) => change(id, { status: 'released' }),
      refund: async (id, { amount }) => change(id, { amountRefunded: amount }),
      findPaymentId: async (id) => done(sales.get(id)?.request.paymentId),
      checkAccess: async () =>
        key === 'acme_test_1' ? done(undefined) : { ok: false, failure: { kind: 'denied', message: 'Acme does not accept the key.' } },
    }),
  }
}
`

/** What the dashboard says of the vendor, in two languages: one file. */
const PAGE_FILES = 1
/** What the guide says must be written or generated besides: the client, the page of payments, the page of settings, the changelog. */
const FURTHER_FILES = 4

/** From the body of a connection to the adapter. */
const FILES = ['packages/server/src/payments/http/payment-connection-routes.ts', ADAPTERS]

let copy = ''
beforeAll(() => {
  copy = copySources()
  const life = 'packages/server/tests/payments/life-of-vendor.ts'
  mkdirSync(join(copy, 'packages/server/tests/payments'), { recursive: true })
  cpSync(join(import.meta.dirname, '../..', life), join(copy, life))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

test('a new payment vendor is an adapter and a line in a table, eight files in all, and takes and refunds money', async () => {
  applyEdits(copy, IN_CONTRACT)
  expect(await filesWithErrors(copy, FILES)).toEqual([ADAPTERS])
  mkdirSync(join(copy, 'packages/server/src/adapters/acme'))
  writeFileSync(join(copy, ADAPTER), ACME)
  applyEdits(copy, IN_TABLE)
  expect(await filesWithErrors(copy, FILES)).toEqual([])
  const edited = new Set([ADAPTER, ...[...IN_CONTRACT, ...IN_TABLE].map(({ path }) => path)])
  expect(edited.size + PAGE_FILES + FURTHER_FILES).toBe(8)
  const { stdout } = await run(
    process.execPath,
    ['packages/server/tests/payments/life-of-vendor.ts'],
    { cwd: copy },
  )
  expect(JSON.parse(stdout)).toEqual({
    kind: 'acme',
    isLive: false,
    webhookUrl: 'https://book.example.com/v1/payments/acme/…',
    header: 'acme-signature',
    heard: true,
    captured: 5000,
    refunded: 2000,
  })
}, 240_000)
