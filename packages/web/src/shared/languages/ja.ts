import { pluralsOf } from '../plurals.ts'
import type { SharedTranslations } from './shared-translations.ts'

const plural = pluralsOf('ja')

export default {
  shared: {
    language: '言語',
    hourCycle: '時刻の表示',
    hourCycles: {
      h23: '24時間制',
      h12: '12時間制',
    },
    firstWeekday: '週の始まり',
    loading: '読み込み中…',
    retry: 'もう一度試す',
    offlineTitle: '接続できません',
    offline: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
    slow: 'いつもより時間がかかっています。引き続き読み込んでいます…',
    busyTitle: 'リクエストが多すぎます',
    busy: (seconds) =>
      `お使いのネットワークからのリクエストが多すぎます。${seconds}秒後にもう一度お試しください。`,
    failedTitle: '問題が発生しました',
    failed: 'しばらくしてからもう一度お試しください。',
    reference: (id) => `お問い合わせ番号：${id}`,
    partMissing: 'ページの一部を読み込めませんでした。接続を確認して、もう一度お試しください。',
    crashed: 'このページは動作を停止しました。再読み込みしてください。',
    reload: 'ページを再読み込み',
    notFoundTitle: 'ページが見つかりません',
    notFound: 'リンクが途中で切れているか、ページがなくなった可能性があります。',
    poweredBy: 'Holdfast による予約',
  },
  slots: {
    zone: 'タイムゾーン',
    zoneIs: (zone) => `タイムゾーン：${zone}`,
    change: '変更',
    changeZone: 'タイムゾーンを変更',
    searchZone: '都市を検索',
    zonesFound: (count) =>
      plural(count, {
        0: 'タイムゾーンが見つかりません。より大きな都市で検索してください。',
        other: '#件のタイムゾーン',
      }),
    previousMonth: '前の月',
    nextMonth: '次の月',
    chooseDay: '日付を選択',
    today: '今日',
    free: (count) => `空き${count}件`,
    noneFree: '空きなし',
    timesOn: (day) => `${day}の時間`,
    people: (count) => `${count}名`,
    seatsLeft: (count) => `残り${count}名`,
    inProviderZone: (time, city) => `${city}では${time}`,
    noTimesTitle: 'この月に空きはありません',
    noTimes: '先の月をご覧ください。',
    showNext: '次の月を表示',
    nextDay: '次に空いている日',
    searching: '次に空いている日を探しています…',
    noneAhead: '今後12か月に空きはありません。',
    morning: '午前',
    afternoon: '午後',
    evening: '夜',
  },
  problems: {
    slot_taken: {
      title: 'この時間は埋まっています',
      text: 'たった今、ほかの方が予約しました。別の時間をお選びください。',
    },
    slot_not_bookable: {
      title: 'この時間は予約できません',
      text: '別の時間をお選びください。',
    },
    session_cancelled: {
      title: 'このクラスは中止になりました',
      text: 'この時間には開催されません。別の時間をお選びください。',
    },
    limit_reached: {
      title: '予約数の上限に達しました',
      text: 'この日、またはお一人あたりの予約数が上限に達しました。別の日を選ぶか、ほかの予約をキャンセルしてください。',
    },
    calendar_unavailable: {
      title: '現在、この時間を確認できません',
      text: '提供者のカレンダーが応答していません。しばらくしてからもう一度お試しいただくか、別の時間をお選びください。',
    },
    hold_expired: {
      title: 'この時間の確保は終了しました',
      text: '確保の期限が切れたため、ほかの方が予約できる状態になりました。もう一度時間をお選びください。',
    },
    invalid_transition: {
      title: 'この操作はできなくなりました',
      text: '予約の内容が変わりました。ページを再読み込みして最新の内容をご確認ください。',
    },
    event_type_inactive: {
      title: '現在ご利用いただけません',
      text: '提供者は現在この予約を受け付けていません。',
    },
    provider_inactive: {
      title: '現在ご利用いただけません',
      text: '提供者は現在予約を受け付けていません。',
    },
    account_suspended: {
      title: '現在ご利用いただけません',
      text: '提供者は現在予約を受け付けていません。',
    },
    not_a_candidate: {
      title: 'この選択肢はご利用いただけなくなりました',
      text: '別の担当者か「指定なし」をお選びください。',
    },
    too_late_to_change: {
      title: '変更の期限を過ぎています',
      text: 'この予約はすでに始まっています。提供者にご連絡ください。',
    },
    reschedule_limit_reached: {
      title: 'この予約はこれ以上変更できません',
      text: '提供者が認める回数まで変更されています。提供者にご連絡ください。',
    },
    payment_required: {
      title: 'お支払いが必要です',
      text: 'お支払いが完了すると予約が確定します。',
    },
    payment_unavailable: {
      title: '現在お支払いを受け付けられません',
      text: '決済サービスが応答していません。しばらくしてからもう一度お試しください。請求は発生していません。',
    },
    validation_failed: {
      title: '入力内容をご確認ください',
      text: '正しくない項目があります。修正してもう一度お試しください。',
    },
    request_in_progress: {
      title: '処理中です',
      text: 'リクエストを処理しています。しばらくしてからもう一度お試しください。',
    },
  },
  details: {
    name: 'お名前',
    email: 'メールアドレス',
    note: '備考（任意）',
    nameMissing: 'お名前を入力してください',
    emailWrong: 'メールアドレスを入力してください（例：ada@example.com）',
    phone: '電話番号',
    phoneHint: 'この場合、メールは届きません。最後に表示されるリンクを保存してください。',
    phoneWrong: '電話番号を入力してください（例：+81\u00a03\u00a01234\u00a05678）',
    usePhone: '代わりに電話番号を入力',
    useEmail: '代わりにメールアドレスを入力',
    notAccepted: 'この内容は受け付けられませんでした。確認してもう一度お試しください。',
  },
  calendarLinks: {
    title: 'カレンダーに追加',
    download: 'カレンダーファイル (.ics)',
    google: 'Google カレンダー',
    outlook: 'Outlook',
  },
  eventTypes: {
    approval: '承認制',
    dates: '予約',
    from: (day) => `${day}から`,
  },
  location: {
    where: '場所',
    inPerson: '対面',
    callNumber: (phone) => `電話：${phone} におかけください`,
    callYou: '電話：こちらからおかけします',
    link: 'オンライン',
    googleMeet: 'オンライン：Google Meet',
    teams: 'オンライン：Microsoft Teams',
    askBooker: 'ご希望の場所',
    join: 'オンラインで参加',
  },
  redirect: {
    going: (site) => `${site} に移動します…`,
    goNow: '続ける',
  },
  signedIn: {
    as: (email) => `${email}でログイン中`,
    signOut: 'ログアウト',
  },
} satisfies SharedTranslations
