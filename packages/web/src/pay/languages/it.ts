import deposit from '../../shared/deposit/languages/it.ts'
import shared from '../../shared/languages/it.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Pagamento',
    amount: 'Importo',
    pay: (amount) => `Paga ${amount}`,
    going: 'Apertura della pagina di pagamento…',
    heldWhile: 'L’orario resta riservato a Lei durante il pagamento.',
    processingTitle: 'Pagamento in elaborazione',
    processing: 'Di solito bastano pochi secondi. Tenga aperta questa pagina.',
    longTitle: 'Il Suo pagamento è ancora in elaborazione',
    long: 'Può chiudere questa pagina. La Sua prenotazione mostrerà quando sarà completato.',
    check: 'Controlla di nuovo',
    confirmedTitle: 'Prenotazione confermata',
    confirmed: 'Abbiamo ricevuto il Suo pagamento.',
    failedTitle: 'Pagamento non riuscito',
    failed: 'Non è stato addebitato nulla. Riprovi o paghi in un altro modo.',
    expiredTitle: 'Questo orario non è più riservato a Lei',
    expired:
      'Il pagamento non è stato completato in tempo. Se un importo era bloccato, viene liberato.',
    cancelledTitle: 'Questa prenotazione è stata annullata',
    cancelled: 'Non c’è più nulla da pagare.',
    refunded: 'Il Suo pagamento è stato rimborsato.',
    partlyRefunded: 'Una parte del Suo pagamento è stata rimborsata.',
    another: 'Scegli un altro orario',
    manage: 'Gestisci la prenotazione',
  },
} satisfies PayTranslations
