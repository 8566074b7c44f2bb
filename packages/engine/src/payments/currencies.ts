/**
 * Currencies by ISO 4217. The digits of `Intl` are those of everyday prices, which leave out the hundredths of the
 * forint or the rupiah, so they are no measure for minor units.
 */

/** Currencies whose amounts have no decimals. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(
  ' ',
)
/** Currencies whose amounts have three decimals. */
const WITH_THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...WITHOUT_DECIMALS.map((code) => [code, 0] as const),
  ...WITH_THREE_DECIMALS.map((code) => [code, 3] as const),
])

/** The currencies in which cards can be charged, as Stripe lists them. */
const PAYABLE: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF
  CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG
  HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD
  MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON
  RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD
  UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`.split(/\s+/),
)

/** The number of decimals of a currency: 2 for `EUR`, 0 for `JPY`, 3 for `KWD`. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2

/** Whether payments can be made in a currency. */
export const isPayable = (currency: string): boolean => PAYABLE.has(currency)

/** Card networks take no smaller steps: fils of a dinar in tens, and whole ariary. */
const STEPS: ReadonlyMap<string, number> = new Map([
  ['BHD', 10],
  ['JOD', 10],
  ['KWD', 10],
  ['MGA', 100],
  ['OMR', 10],
  ['TND', 10],
])

/** The minor units that every amount of a currency is a multiple of: 1 for `EUR`, 10 for `KWD`. */
export const stepOf = (currency: string): number => STEPS.get(currency) ?? 1

/** Stripe's smallest charges in minor units. It converts an amount of another currency, and decides then. */
const SMALLEST: ReadonlyMap<string, number> = new Map(
  Object.entries({
    AED: 200,
    AUD: 50,
    BRL: 50,
    CAD: 50,
    CHF: 50,
    CZK: 1500,
    DKK: 250,
    EUR: 50,
    GBP: 30,
    HKD: 400,
    HUF: 17_500,
    INR: 50,
    JPY: 50,
    MXN: 1000,
    MYR: 200,
    NOK: 300,
    NZD: 50,
    PLN: 200,
    RON: 200,
    SEK: 300,
    SGD: 50,
    THB: 1000,
    USD: 50,
  }),
)

/** The smallest amount of a currency that can be charged, in minor units. */
export const smallestOf = (currency: string): number => SMALLEST.get(currency) ?? stepOf(currency)

/** Stripe takes amounts of eight digits, and counts the hundredths that these two currencies no longer have. */
const LARGEST = 99_999_999
const LARGEST_WITHOUT_HUNDREDTHS = 999_999
const COUNTED_IN_HUNDREDTHS: ReadonlySet<string> = new Set(['ISK', 'UGX'])

/** The largest amount of a currency that can be charged, in minor units. */
export const largestOf = (currency: string): number =>
  COUNTED_IN_HUNDREDTHS.has(currency) ? LARGEST_WITHOUT_HUNDREDTHS : LARGEST
