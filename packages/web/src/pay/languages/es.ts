import deposit from '../../shared/deposit/languages/es.ts'
import shared from '../../shared/languages/es.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Pago',
    amount: 'Importe',
    pay: (amount) => `Pagar ${amount}`,
    going: 'Abriendo la página de pago…',
    heldWhile: 'Le guardamos la hora mientras paga.',
    processingTitle: 'Estamos procesando su pago',
    processing: 'Suele tardar unos segundos. Mantenga abierta esta página.',
    longTitle: 'Su pago todavía se está procesando',
    long: 'Puede cerrar esta página. Su reserva mostrará cuándo ha terminado.',
    check: 'Comprobar de nuevo',
    confirmedTitle: 'Reserva confirmada',
    confirmed: 'Hemos recibido su pago.',
    failedTitle: 'El pago ha fallado',
    failed: 'No se le ha cobrado nada. Vuelva a intentarlo o pague de otra forma.',
    expiredTitle: 'Ya no le guardamos esta hora',
    expired: 'El pago no se completó a tiempo. Si se retuvo un importe, se libera.',
    cancelledTitle: 'Esta reserva se ha cancelado',
    cancelled: 'Ya no hay nada que pagar.',
    refunded: 'Se le ha reembolsado el pago.',
    partlyRefunded: 'Se le ha reembolsado una parte del pago.',
    another: 'Elegir otra hora',
    manage: 'Gestionar la reserva',
  },
} satisfies PayTranslations
