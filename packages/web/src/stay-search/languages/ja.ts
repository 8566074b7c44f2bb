import shared from '../../shared/languages/ja.ts'
import quote from '../../shared/nights/quote-languages/ja.ts'
import type { StaySearchTranslations } from '../translations.ts'

export default {
  ...shared,
  quote,
  staySearch: {
    search: '検索',
    prompt: '日程を選ぶと、空室と料金が表示されます。',
    departureWrong: '出発日は到着日より後にしてください。',
    found: (count) => `空室：${count}件`,
    noneTitle: 'この日程に空きはありません',
    none: '別の日程か、少ない人数でお試しください。',
    maxGuests: (count) => `最大宿泊人数：${count}名`,
    choose: '選択',
    unavailableTitle: '予約できません',
    taken: 'この日程は満室です。',
    more: 'さらに表示',
    several: '複数の部屋を予約する',
    noneForAllTitle: '全員が泊まれる広さの部屋がありません',
    noneForAll: '複数の部屋を予約するか、別の日程をお試しください。',
    oneRoom: '1部屋だけ予約する',
    severalLead: '部屋の種類ごとに部屋数を選択してください。まとめて予約し、お支払いいただけます。',
    count: '部屋数',
    pricesFor: (adults) => `1部屋の料金（大人の人数：${adults}）`,
    depositAlone: 'この料金プランは前払い金が必要なため、この部屋は単独でのみ予約できます。',
    yourRooms: 'お選びの部屋',
    chooseRooms: '部屋を1つ以上選択してください。',
    placed: (people, all) => `部屋に割り当てた人数：${all}名中${people}名`,
    notForThem: 'この部屋は、この人数とこの料金プランでは予約できません。',
    confirmedApart: 'これらの部屋は確定方法が異なるため、まとめて予約できません。',
    goOn: '次へ',
  },
} satisfies StaySearchTranslations
