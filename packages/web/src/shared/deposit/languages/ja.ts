import type { DepositTexts } from '../messages.ts'

export default {
  name: '保証金',
  asked: (amount) =>
    `ご到着前に、保証金${amount}がカードで確保されます。破損などがない限り請求されません。`,
  states: {
    due: '未承認',
    authorized: 'カードで確保済み（請求なし）',
    captured: '請求済み',
    released: '確保は解除されました',
    lapsed: '確保は解除されました',
  },
  authorize: (amount) => `${amount}を承認する`,
  taken: (amount) => `${amount}を請求しました`,
  doneTitle: '保証金が承認されました',
  over: 'カードで確保されている金額はありません。',
} satisfies DepositTexts
