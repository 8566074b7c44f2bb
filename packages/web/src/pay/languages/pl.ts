import deposit from '../../shared/deposit/languages/pl.ts'
import shared from '../../shared/languages/pl.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'Płatność',
    amount: 'Kwota',
    pay: (amount) => `Zapłać ${amount}`,
    going: 'Otwieramy stronę płatności…',
    heldWhile: 'Termin pozostaje zatrzymany na czas płatności.',
    processingTitle: 'Przetwarzamy płatność',
    processing: 'Zwykle trwa to kilka sekund. Nie zamykaj tej strony.',
    longTitle: 'Płatność jest jeszcze przetwarzana',
    long: 'Można zamknąć tę stronę. Rezerwacja pokaże, kiedy płatność się zakończy.',
    check: 'Sprawdź ponownie',
    confirmedTitle: 'Rezerwacja potwierdzona',
    confirmed: 'Płatność wpłynęła.',
    failedTitle: 'Płatność nie powiodła się',
    failed: 'Nic nie zostało pobrane. Spróbuj ponownie lub zapłać w inny sposób.',
    expiredTitle: 'Ten termin nie jest już zarezerwowany',
    expired: 'Płatność nie została zakończona na czas. Zablokowana kwota zostanie zwolniona.',
    cancelledTitle: 'Ta rezerwacja została odwołana',
    cancelled: 'Nie ma już nic do zapłaty.',
    refunded: 'Płatność została zwrócona.',
    partlyRefunded: 'Część płatności została zwrócona.',
    another: 'Wybierz inny termin',
    manage: 'Zarządzaj rezerwacją',
  },
} satisfies PayTranslations
