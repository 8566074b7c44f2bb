import shared from '../../shared/languages/ja.ts'
import { pluralsOf } from '../../shared/plurals.ts'
import type { StayTranslations } from '../translations.ts'

const plural = pluralsOf('ja')

export default {
  ...shared,
  stay: {
    lead: (checkIn, checkOut) =>
      `チェックインは${checkIn}から、チェックアウトは${checkOut}までです。`,
    minNights: (count) => plural(count, { 1: '', other: '#泊から予約できます。' }),
    maxNights: (count) => `最長${count}泊です。`,
    chooseArrival: '到着日をお選びください。',
    chooseDeparture: '出発日をお選びください。',
    arrival: '到着',
    departure: '出発',
    length: '宿泊数',
    nights: (count) => `${count}泊`,
    canArrive: '到着日に選べます',
    canLeave: (nights) => `出発日に選べます（${nights}泊）`,
    inStay: '宿泊期間',
    taken: '満室',
    closed: '休業',
    notPossible: '選択不可',
    details: 'お客様の情報',
    emailHint: '確認メールとカレンダーの招待をお送りします。',
    book: '宿泊を予約する',
    startOver: '別の日程を選ぶ',
    takenTitle: '一部の日程が埋まりました',
    nightsTaken: (nights) => `満室：${nights}。別の日程をお選びください。`,
    ruleTitle: 'この日程は予約できません',
    rule: '予約条件が変わりました。別の日程をお選びください。',
    doneTitle: '宿泊を予約しました',
    done: (name, email) =>
      `${name} 様のお名前で予約しました。確認メールを ${email} にお送りします。`,
    manage: '宿泊を管理',
    manageHint: '宿泊は後から確認、変更、キャンセルできます。リンクはメールにも記載されています。',
    another: '別の宿泊を予約する',
    pageTitle: (name) => `宿泊：${name}`,
  },
} satisfies StayTranslations
