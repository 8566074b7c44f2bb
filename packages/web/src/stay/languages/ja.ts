import shared from '../../shared/languages/ja.ts'
import type { StayTranslations } from '../translations.ts'

export default {
  ...shared,
  stay: {
    details: 'お客様の情報',
    emailHint: '確認メールとカレンダーの招待をお送りします。',
    book: '宿泊を予約する',
    nightsTaken: (nights) => `満室：${nights}。別の日程をお選びください。`,
    doneTitle: '宿泊を予約しました',
    done: (name, email) =>
      `${name} 様のお名前で予約しました。確認メールを ${email} にお送りします。`,
    manage: '宿泊を管理',
    manageHint: '宿泊は後から確認、変更、キャンセルできます。リンクはメールにも記載されています。',
    another: '別の宿泊を予約する',
    pageTitle: (name) => `宿泊：${name}`,
  },
} satisfies StayTranslations
