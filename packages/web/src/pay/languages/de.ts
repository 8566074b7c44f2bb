import deposit from '../../shared/deposit/languages/de.ts'
import shared from '../../shared/languages/de.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Zahlung',
    amount: 'Betrag',
    pay: (amount: string) => `${amount} zahlen`,
    going: 'Die Zahlungsseite wird geöffnet …',
    heldWhile: 'Ihre Zeit bleibt reserviert, während Sie zahlen.',
    processingTitle: 'Ihre Zahlung wird bearbeitet',
    processing: 'Das dauert meist nur wenige Sekunden. Lassen Sie diese Seite geöffnet.',
    longTitle: 'Ihre Zahlung wird noch bearbeitet',
    long: 'Sie können diese Seite schließen. Ihre Buchung zeigt, wann sie abgeschlossen ist.',
    check: 'Erneut prüfen',
    confirmedTitle: 'Buchung bestätigt',
    confirmed: 'Ihre Zahlung ist eingegangen.',
    failedTitle: 'Zahlung fehlgeschlagen',
    failed:
      'Ihnen wurde nichts berechnet. Versuchen Sie es noch einmal oder zahlen Sie auf andere Weise.',
    expiredTitle: 'Diese Zeit ist nicht mehr reserviert',
    expired:
      'Die Zahlung wurde nicht rechtzeitig abgeschlossen. Ein vorgemerkter Betrag wird freigegeben.',
    cancelledTitle: 'Diese Buchung wurde abgesagt',
    cancelled: 'Es ist nichts mehr zu zahlen.',
    refunded: 'Ihre Zahlung wurde erstattet.',
    partlyRefunded: 'Ein Teil Ihrer Zahlung wurde erstattet.',
    another: 'Andere Zeit wählen',
    manage: 'Buchung verwalten',
  },
} satisfies PayTranslations
