import deposit from '../../shared/deposit/languages/nl.ts'
import shared from '../../shared/languages/nl.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Betaling',
    amount: 'Bedrag',
    pay: (amount) => `${amount} betalen`,
    going: 'De betaalpagina wordt geopend…',
    heldWhile: 'We houden uw tijd vast terwijl u betaalt.',
    processingTitle: 'Uw betaling wordt verwerkt',
    processing: 'Dit duurt meestal een paar seconden. Houd deze pagina open.',
    longTitle: 'Uw betaling wordt nog verwerkt',
    long: 'U kunt deze pagina sluiten. Uw boeking laat zien wanneer het klaar is.',
    check: 'Opnieuw controleren',
    confirmedTitle: 'Boeking bevestigd',
    confirmed: 'We hebben uw betaling ontvangen.',
    failedTitle: 'Betaling mislukt',
    failed: 'Er is niets afgeschreven. Probeer het opnieuw of betaal op een andere manier.',
    expiredTitle: 'Deze tijd is niet meer voor u gereserveerd',
    expired: 'De betaling is niet op tijd afgerond. Een gereserveerd bedrag wordt vrijgegeven.',
    cancelledTitle: 'Deze boeking is geannuleerd',
    cancelled: 'Er hoeft niets meer te worden betaald.',
    refunded: 'Uw betaling is terugbetaald.',
    partlyRefunded: 'Een deel van uw betaling is terugbetaald.',
    another: 'Andere tijd kiezen',
    manage: 'Boeking beheren',
  },
} satisfies PayTranslations
