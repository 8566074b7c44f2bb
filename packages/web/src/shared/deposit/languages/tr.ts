import type { DepositTexts } from '../messages.ts'

export default {
  name: 'Depozito',
  asked: (amount) =>
    `Varışınızdan önce kartınızda ${amount} depozito ayrılır. Yalnızca hasar olursa çekilir.`,
  states: {
    due: 'Henüz onaylanmadı',
    authorized: 'Kartınızda ayrıldı, çekilmedi',
    captured: 'Çekildi',
    released: 'Artık ayrılmış değil',
    lapsed: 'Artık ayrılmış değil',
  },
  authorize: (amount) => `${amount} için onay ver`,
  taken: (amount) => `${amount} çekildi`,
  doneTitle: 'Depozito onaylandı',
  over: 'Kartınızda artık ayrılmış tutar yok.',
} satisfies DepositTexts
