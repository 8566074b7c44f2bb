import type { DepositTexts } from '../messages.ts'

export default {
  name: 'مبلغ التأمين',
  asked: (amount) =>
    `يُحجز على بطاقتك قبل وصولك مبلغ تأمين قدره ${amount}. ولا يُخصم إلا عند حدوث ضرر.`,
  states: {
    due: 'لم تتم الموافقة عليه بعد',
    authorized: 'محجوز على بطاقتك، ولم يُخصم',
    captured: 'تم خصمه',
    released: 'لم يعد محجوزًا',
    lapsed: 'لم يعد محجوزًا',
  },
  authorize: (amount) => `الموافقة على ${amount}`,
  taken: (amount) => `تم خصم ${amount}`,
  doneTitle: 'تمت الموافقة على مبلغ التأمين',
  over: 'لم يعد أي مبلغ محجوزًا على بطاقتك.',
} satisfies DepositTexts
