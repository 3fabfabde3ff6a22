import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Messages for users of a client of the published API family, about steps that it has no screen for. */
export const stockClientMessages = catalogue(
  {
    passwordUnread:
      "The password could not be decrypted. The client was built with another public key than this server's; tell its administrator.",
    secondFactor:
      "This account signs in with a second factor. Type the password, a space and the six digits of your authenticator into the password field. With a passkey, sign in at {page} instead.",
    enrolment: "This account needs a second factor first. Set one up by signing in at {page}, then sign in here again.",
    passwordChange:
      "The password has to be changed first. Sign in at {page}, choose a new one there, then sign in here with it.",
    picture:
      "Several sign-ins failed, so a picture has to be read, which this page did not show. Wait a few minutes, or sign in at {page}.",
    stepUp:
      "This action needs a fresh confirmation of who you are. Lock the screen and unlock it with your password (with a second factor: the password, a space and its six digits), or sign in again; then repeat the action within five minutes. With a passkey, do it at {page}.",
    secondPerson:
      "A second person has to approve this, and needs a reason that this client cannot ask for. Do it at {page}.",
    sent: "Sent for approval: {message} Follow it at {page}.",
    locked: "The screen is locked. Unlock it at {page}, or sign in again.",
    missing: "{call} is not offered here yet. What it does is not built.",
    refused:
      "{call} is not offered here, because it is not safe: {reason}. Where there is another way, it is at {page}.",
    clearing: "Asked for. A second person has to approve it at {page} within 24 hours; until then nothing is removed.",
    accessKey: "Keys and their secrets are made at {page}, where the secret is shown once.",
    exportWaits: "The export is still being made. Fetch the file at {page} under your downloads.",
    cronSeconds: "Jobs are timed by the minute: use a cron with five fields, or one whose seconds are 0.",
    fileMissing: "No file came with the upload. Choose one and upload again.",
    uploadsBusy: "Too many uploads at the same time. Try again in a moment.",
    hubRefused: "Messages between clients are not offered here.",
    ended: "Your sign-in has ended. Sign in again.",
    reasons: {
      runsCode: "it would run what somebody typed with the rights of the server",
      ddl: "it would change the tables of the product past its migrations",
      clears:
        "clearing a log removes the traces of whoever clears it; rows leave by the retention setting and are archived first",
      stopsAll: "it would stop settlement, payouts and the seals of the books with one click",
      nothingToDo: "there is nothing to wake and nothing unsaved, because the queue is the database",
      keepsBooks: "its books and its audit trail have to stay; a tenant is switched off by its status",
      oneDatabase: "one database holds all tenants, so that there is none to make",
      cutsOff: "a job cut off in the middle would be handed to another node",
    },
  },
  {
    passwordUnread: "密码解密失败：客户端编译时使用的公钥与本服务器不一致，请联系客户端管理员。",
    secondFactor:
      "该账号启用了双重验证。请在密码框中输入：密码、一个空格和验证器上的六位数字。使用通行密钥的，请改在 {page} 登录。",
    enrolment: "该账号须先绑定第二验证因素。请在 {page} 登录并完成绑定，再回到这里登录。",
    passwordChange: "须先修改密码。请在 {page} 登录并设置新密码，再用新密码在这里登录。",
    picture: "登录多次失败，需要输入图形验证码，而本页面未显示。请稍候几分钟再试，或在 {page} 登录。",
    stepUp:
      "该操作需要重新确认身份。请锁屏后用密码解锁（启用双重验证的，输入密码、一个空格和六位数字），或重新登录，然后在五分钟内重试。使用通行密钥的，请在 {page} 操作。",
    secondPerson: "该变更须由另一人复核并填写理由，本客户端无法填写。请在 {page} 中操作。",
    sent: "已提交复核：{message}请在 {page} 查看进度。",
    locked: "屏幕已锁定。请在 {page} 解锁，或重新登录。",
    missing: "此处尚未提供 {call}，相关功能还没有实现。",
    refused: "此处不提供 {call}：{reason}。如有其他途径，请见 {page}。",
    clearing: "已提出申请，须由另一人在 24 小时内于 {page} 复核；在此之前不会删除任何记录。",
    accessKey: "密钥请在 {page} 中创建，密钥内容只显示一次。",
    exportWaits: "导出仍在进行，请稍后在 {page} 的下载列表中取文件。",
    cronSeconds: "作业按分钟调度：请使用五段 cron，或秒位为 0 的表达式。",
    fileMissing: "未收到文件，请选择文件后重新上传。",
    uploadsBusy: "同时上传的文件过多，请稍后再试。",
    hubRefused: "此处不提供客户端之间的消息。",
    ended: "登录已失效，请重新登录。",
    reasons: {
      runsCode: "它会以服务器的权限运行他人输入的代码",
      ddl: "它会绕过数据库迁移直接改动产品的表结构",
      clears: "清空日志会抹去清空者的痕迹；日志按保留期归档后再移除",
      stopsAll: "它会一键停掉结算、代付和账本封印",
      nothingToDo: "任务队列就在数据库中，没有需要唤醒或补存的内容",
      keepsBooks: "租户的账本和审计记录必须保留；如需停止使用，请停用该租户",
      oneDatabase: "所有租户共用一个数据库，无需另建",
      cutsOff: "中途打断的作业会被交给另一个节点",
    },
  },
  {
    passwordUnread: "密碼解密失敗：用戶端建置時使用的公鑰與本伺服器不一致，請聯絡用戶端管理員。",
    secondFactor:
      "此帳號啟用了雙重驗證。請在密碼欄輸入：密碼、一個空格和驗證器上的六位數字。使用通行密鑰的，請改在 {page} 登入。",
    enrolment: "此帳號須先綁定第二驗證因素。請在 {page} 登入並完成綁定，再回到這裡登入。",
    passwordChange: "須先變更密碼。請在 {page} 登入並設定新密碼，再用新密碼在這裡登入。",
    picture: "登入多次失敗，需要輸入圖形驗證碼，而本頁面未顯示。請稍候幾分鐘再試，或在 {page} 登入。",
    stepUp:
      "此操作需要重新確認身分。請鎖定螢幕後以密碼解鎖（啟用雙重驗證的，輸入密碼、一個空格和六位數字），或重新登入，然後在五分鐘內重試。使用通行密鑰的，請在 {page} 操作。",
    secondPerson: "此變更須由另一人覆核並填寫理由，本用戶端無法填寫。請在 {page} 中操作。",
    sent: "已送交覆核：{message}請在 {page} 查看進度。",
    locked: "螢幕已鎖定。請在 {page} 解鎖，或重新登入。",
    missing: "此處尚未提供 {call}，相關功能還沒有實作。",
    refused: "此處不提供 {call}：{reason}。如有其他途徑，請見 {page}。",
    clearing: "已提出申請，須由另一人在 24 小時內於 {page} 覆核；在此之前不會刪除任何紀錄。",
    accessKey: "金鑰請在 {page} 中建立，金鑰內容只顯示一次。",
    exportWaits: "匯出仍在進行，請稍後在 {page} 的下載清單中取檔。",
    cronSeconds: "工作以分鐘排程：請使用五段 cron，或秒位為 0 的運算式。",
    fileMissing: "未收到檔案，請選擇檔案後重新上傳。",
    uploadsBusy: "同時上傳的檔案過多，請稍後再試。",
    hubRefused: "此處不提供用戶端之間的訊息。",
    ended: "登入已失效，請重新登入。",
    reasons: {
      runsCode: "它會以伺服器的權限執行他人輸入的程式碼",
      ddl: "它會繞過資料庫遷移直接改動產品的資料表",
      clears: "清空日誌會抹去清空者的痕跡；日誌依保留期封存後再移除",
      stopsAll: "它會一鍵停掉撥款、代付和帳本封印",
      nothingToDo: "工作佇列就在資料庫中，沒有需要喚醒或補存的內容",
      keepsBooks: "租戶的帳本與稽核紀錄必須保留；如需停止使用，請停用該租戶",
      oneDatabase: "所有租戶共用一個資料庫，無需另建",
      cutsOff: "中途打斷的工作會被交給另一個節點",
    },
  },
);

export type StockClientReason = keyof (typeof stockClientMessages)["en"]["reasons"];
export type StockClientWord = Exclude<keyof (typeof stockClientMessages)["en"], "reasons">;
