/**
 * Words that guessers of this trade and its countries try early and that no dictionary of the estimator contains:
 * pinyin, payment terms, keyboard patterns. Compiled by hand, not from leaked lists.
 */
export const guessedWords: readonly string[] = `
countinghouse alipay wechatpay unionpay acquirer acquiring merchant settlement gateway postgres kubernetes nginx
superadmin systemadmin administrador pwd pswd xiaomi fortnite roblox qwertz poiuytrewq lkjhgfdsa mnbvcxz
woaini woaiwojia woaiwo wodemima mima nihao nihaoma zhongguo zhongguoren beijinghuanyingni wangyi taobao baidu tencent
tengxun weixin zhifubao yinhang guanliyuan yonghu xitong gongsi dengluma huanying kaixin xingfu baobao laogong laopo
tiantian yangyang xiaoming xiaohong zhangwei wangwei liuwei wangfang liwei lina zhangli liujie
shanghu jiesuan zhifu dingdan tuikuan caiwu shouyin fukuan
beijing shanghai guangzhou shenzhen hangzhou chengdu chongqing nanjing taipei
q1w2e3r4t5 p0o9i8u7y6 a1b2c3d4e5 1a2b3c4d5e zaq12wsx 5201314 1314520`
  .trim()
  .split(/\s+/);
