import type { Locale } from "@countinghouse/contract/kit/locale.ts";

/** A merchant category with its title in one language. */
export interface MerchantCategory {
  readonly code: string;
  readonly title: string;
}

/** Categories of ISO 18245 with their titles in English, simplified and traditional Chinese. */
const table = `
0742|Veterinary services|兽医服务|獸醫服務
0763|Agricultural cooperatives|农业合作社|農業合作社
0780|Landscaping and horticultural services|园林绿化服务|園藝與景觀服務
1520|General building contractors|房屋建筑总承包|房屋建築總承攬
1711|Heating, plumbing and air-conditioning contractors|暖通、管道与空调工程|暖氣、水電與空調工程
1731|Electrical contractors|电气工程|電機工程
1740|Masonry, stonework, tile, plastering and insulation|砖石、瓷砖、抹灰与保温工程|砌磚、石材、磁磚、抹灰與隔熱工程
1750|Carpentry contractors|木工工程|木工工程
1761|Roofing, siding and sheet-metal work|屋面、外墙与钣金工程|屋頂、外牆與鈑金工程
1771|Concrete work contractors|混凝土工程|混凝土工程
1799|Special trade contractors|其他专业工程承包|其他專業工程承攬
2741|Publishing and printing|出版与印刷|出版與印刷
2791|Typesetting, platemaking and related services|排版、制版及相关服务|排版、製版及相關服務
2842|Specialty cleaning, polishing and sanitation preparations|专业清洁、抛光与卫生用品|專業清潔、拋光與衛生用品
4011|Railroad freight|铁路货运|鐵路貨運
4111|Local and suburban passenger transport, including ferries|城市与郊区客运（含轮渡）|市區與郊區客運（含渡輪）
4112|Passenger railways|铁路客运|鐵路客運
4119|Ambulance services|救护车服务|救護車服務
4121|Taxis and limousines|出租车与网约车|計程車與禮車
4131|Bus lines|公共汽车与长途客运|公車與客運
4214|Freight carriers, trucking, moving and storage|货运、搬家与仓储|貨運、搬家與倉儲
4215|Courier services and freight forwarders|快递与货运代理|快遞與貨運代理
4225|Public warehousing and storage|公共仓储|公共倉儲
4411|Cruise lines and steamships|邮轮与轮船|郵輪與輪船
4457|Boat rentals and leases|船艇租赁|船艇租賃
4468|Marinas, marine service and supplies|码头、船舶服务与用品|碼頭、船舶服務與用品
4511|Airlines and air carriers|航空公司|航空公司
4582|Airports, airfields and terminals|机场与航站楼|機場與航廈
4722|Travel agencies and tour operators|旅行社与旅游经营者|旅行社與旅遊業者
4723|Package tour operators (Germany only)|包价旅游经营者（仅限德国）|套裝旅遊業者（限德國）
4784|Tolls and bridge fees|通行费与过桥费|通行費與過橋費
4789|Transportation services|其他运输服务|其他運輸服務
4812|Telecommunication equipment and telephone sales|电信设备与电话销售|電信設備與電話銷售
4813|Key-entry telecom merchants|按键输入式电信服务商|按鍵輸入式電信業者
4814|Telecommunication services|电信服务|電信服務
4815|Monthly summary telephone charges|电话月结账单|電話費月結帳單
4816|Computer network and information services|计算机网络与信息服务|電腦網路與資訊服務
4821|Telegraph services|电报服务|電報服務
4829|Wire transfers and money orders|汇款与汇票|匯款與匯票
4899|Cable, satellite, pay television and radio|有线、卫星与付费电视及广播|有線、衛星與付費電視及廣播
4900|Utilities: electricity, gas, water and sanitary|水电煤与环卫等公用事业|水、電、瓦斯與清潔等公用事業
5013|Motor vehicle supplies and new parts|汽车用品与新配件批发|汽車用品與新零件批發
5021|Office and commercial furniture|办公与商用家具|辦公與商用家具
5039|Construction materials|建筑材料|建築材料
5044|Photographic, photocopy and microfilm equipment|摄影、复印与缩微设备|攝影、影印與縮影設備
5045|Computers, peripherals and software|计算机、外设与软件|電腦、周邊與軟體
5046|Commercial equipment|商用设备|商用設備
5047|Medical, dental, ophthalmic and hospital equipment|医疗、牙科、眼科与医院设备|醫療、牙科、眼科與醫院設備
5051|Metal service centres and offices|金属服务中心|金屬服務中心
5065|Electrical parts and equipment|电气零件与设备|電氣零件與設備
5072|Hardware equipment and supplies|五金设备与用品|五金設備與用品
5074|Plumbing and heating equipment|管道与供暖设备|水電與暖氣設備
5085|Industrial supplies|工业用品|工業用品
5094|Precious stones, metals, watches and jewellery|宝石、贵金属、钟表与珠宝批发|寶石、貴金屬、鐘錶與珠寶批發
5099|Durable goods|其他耐用品|其他耐用品
5111|Stationery, office supplies, printing and writing paper|文具、办公用品与纸张|文具、辦公用品與紙張
5122|Drugs, proprietaries and sundries|药品与杂货批发|藥品與雜貨批發
5131|Piece goods, notions and other dry goods|布匹、缝纫用品与纺织品|布料、縫紉用品與紡織品
5137|Uniforms and commercial clothing|制服与工作服|制服與工作服
5139|Commercial footwear|商用鞋类|商用鞋類
5169|Chemicals and allied products|化学品及相关产品|化學品及相關產品
5172|Petroleum and petroleum products|石油及石油产品|石油及石油製品
5192|Books, periodicals and newspapers|图书、期刊与报纸批发|圖書、期刊與報紙批發
5193|Florist supplies, nursery stock and flowers|花店用品、苗木与鲜花|花店用品、苗木與鮮花
5198|Paints, varnishes and supplies|油漆、清漆及用品|油漆、清漆及用品
5199|Nondurable goods|其他非耐用品|其他非耐用品
5200|Home supply warehouse stores|家居建材仓储店|居家用品量販店
5211|Lumber and building materials stores|木材与建材店|木材與建材行
5231|Glass, paint and wallpaper stores|玻璃、油漆与墙纸店|玻璃、油漆與壁紙行
5251|Hardware stores|五金店|五金行
5261|Lawn and garden supply stores, nurseries|园艺用品店与苗圃|園藝用品店與苗圃
5262|Marketplaces|电商平台|網路購物平台
5271|Mobile home dealers|移动房屋经销商|移動房屋經銷商
5300|Wholesale clubs|会员制仓储店|會員制量販店
5309|Duty-free stores|免税店|免稅店
5310|Discount stores|折扣店|折扣商店
5311|Department stores|百货商店|百貨公司
5331|Variety stores|杂货店|雜貨店
5399|General merchandise|综合商品|綜合商品
5411|Grocery stores and supermarkets|超市与食品杂货店|超市與食品雜貨店
5422|Freezer and locker meat provisioners|冷冻肉品供应|冷凍肉品供應
5441|Candy, nut and confectionery stores|糖果与坚果店|糖果與堅果店
5451|Dairy products stores|乳制品店|乳製品店
5462|Bakeries|面包店|麵包店
5499|Convenience stores and specialty food markets|便利店与特色食品店|便利商店與特色食品店
5511|Car and truck dealers, new and used|汽车与卡车经销商（新车与二手车）|汽車與卡車經銷商（新車與中古車）
5521|Car and truck dealers, used only|二手车经销商|中古車經銷商
5531|Auto and home supply stores|汽车与家居用品店|汽車與家居用品店
5532|Automotive tyre stores|轮胎店|輪胎行
5533|Automotive parts and accessories stores|汽车配件店|汽車零件與配件行
5541|Service stations|加油站（有人服务）|加油站（人工）
5542|Automated fuel dispensers|自助加油机|自助加油
5551|Boat dealers|船艇经销商|船艇經銷商
5552|Electric vehicle charging|电动汽车充电|電動車充電
5561|Camper, recreational and utility trailer dealers|房车与拖车经销商|露營車與拖車經銷商
5571|Motorcycle shops and dealers|摩托车经销商|機車行與經銷商
5592|Motor home dealers|自行式房车经销商|自走式露營車經銷商
5598|Snowmobile dealers|雪地摩托经销商|雪地摩托車經銷商
5599|Automotive, aircraft and farm equipment dealers|其他机动车、航空器与农机经销商|其他車輛、航空器與農機經銷商
5611|Men's and boys' clothing|男装店|男裝店
5621|Women's ready-to-wear|女装店|女裝店
5631|Women's accessories and specialty shops|女士配饰店|女性配件店
5641|Children's and infants' wear|童装与婴儿服装店|童裝與嬰兒服飾店
5651|Family clothing stores|家庭服装店|家庭服飾店
5655|Sports and riding apparel|运动与骑马服装店|運動與騎馬服飾店
5661|Shoe stores|鞋店|鞋店
5681|Furriers and fur shops|皮草店|皮草店
5691|Men's and women's clothing stores|男女服装店|男女服飾店
5697|Tailors, seamstresses, mending and alterations|裁缝与改衣|裁縫與修改衣服
5698|Wig and toupee stores|假发店|假髮店
5699|Apparel and accessory shops|其他服装与配饰店|其他服飾與配件店
5712|Furniture and home furnishings stores|家具与家居用品店|家具與家飾店
5713|Floor covering stores|地面材料店|地板材料行
5714|Drapery, window covering and upholstery stores|窗帘与软装店|窗簾與軟裝店
5715|Alcoholic beverage wholesalers|酒类批发|酒類批發
5718|Fireplaces and accessories stores|壁炉及配件店|壁爐及配件店
5719|Home furnishing specialty stores|其他家居用品专营店|其他家飾專賣店
5722|Household appliance stores|家用电器店|家電行
5732|Electronics stores|电子产品店|電子產品行
5733|Music stores: instruments, pianos, sheet music|乐器与乐谱店|樂器與樂譜行
5734|Computer software stores|计算机软件店|電腦軟體店
5735|Record stores|唱片店|唱片行
5811|Caterers|宴席承办|外燴
5812|Restaurants and eating places|餐馆|餐廳
5813|Bars, taverns, nightclubs and lounges|酒吧与夜总会|酒吧與夜店
5814|Fast food restaurants|快餐店|速食店
5815|Digital goods: books, films and music|数字商品：图书、影视与音乐|數位商品：書籍、影音與音樂
5816|Digital goods: games|数字商品：游戏|數位商品：遊戲
5817|Digital goods: applications other than games|数字商品：应用程序（不含游戏）|數位商品：應用程式（不含遊戲）
5818|Digital goods: large digital goods merchants|数字商品：大型综合商户|數位商品：大型綜合商店
5912|Drug stores and pharmacies|药店|藥局
5921|Package stores: beer, wine and liquor|酒类零售店|酒類零售店
5931|Used merchandise and second-hand stores|二手商品店|二手商店
5932|Antique shops|古董店|古董店
5933|Pawn shops|典当行|當鋪
5935|Wrecking and salvage yards|拆车与废旧物资场|報廢與拆解場
5937|Antique reproductions|仿古品店|仿古品店
5940|Bicycle shops|自行车店|自行車行
5941|Sporting goods stores|体育用品店|運動用品店
5942|Book stores|书店|書店
5943|Stationery and school supply stores|文具店|文具行
5944|Jewellery, watch, clock and silverware stores|珠宝钟表店|珠寶鐘錶店
5945|Hobby, toy and game shops|玩具与爱好用品店|玩具與嗜好用品店
5946|Camera and photographic supply stores|照相器材店|相機器材行
5947|Gift, card, novelty and souvenir shops|礼品与纪念品店|禮品與紀念品店
5948|Luggage and leather goods stores|箱包皮具店|箱包皮件店
5949|Sewing, needlework and fabric stores|缝纫与布料店|縫紉與布料行
5950|Glassware and crystal stores|玻璃与水晶制品店|玻璃與水晶製品店
5960|Direct marketing: insurance|直销：保险|直效行銷：保險
5962|Direct marketing: travel|直销：旅行安排|直效行銷：旅遊
5963|Door-to-door sales|上门推销|到府銷售
5964|Direct marketing: catalogue merchant|直销：目录销售|直效行銷：型錄銷售
5965|Direct marketing: catalogue and retail merchant|直销：目录与零售|直效行銷：型錄與零售
5966|Direct marketing: outbound telemarketing|直销：外呼电话营销|直效行銷：外撥電話行銷
5967|Direct marketing: inbound teleservices|直销：呼入电话服务|直效行銷：撥入電話服務
5968|Direct marketing: subscription merchants|直销：订阅服务|直效行銷：訂閱服務
5969|Direct marketing: other|直销：其他|直效行銷：其他
5970|Artist supply and craft shops|美术与手工用品店|美術與手工藝用品店
5971|Art dealers and galleries|艺术品商与画廊|藝術品商與畫廊
5972|Stamp and coin stores|邮票与钱币店|郵票與錢幣行
5973|Religious goods stores|宗教用品店|宗教用品店
5975|Hearing aids|助听器|助聽器
5976|Orthopaedic goods and prosthetics|矫形与假肢用品|矯正輔具與義肢
5977|Cosmetic stores|化妆品店|化妝品店
5978|Typewriter stores|打字机店|打字機行
5983|Fuel dealers: oil, wood, coal and liquefied petroleum|燃料经销：油、木柴、煤与液化气|燃料經銷：油、木柴、煤與液化瓦斯
5992|Florists|花店|花店
5993|Cigar stores and stands|雪茄与烟草店|雪茄與菸草店
5994|News dealers and newsstands|报刊亭|書報攤
5995|Pet shops, pet food and supplies|宠物店与宠物用品|寵物店與寵物用品
5996|Swimming pools: sales and service|泳池销售与服务|泳池銷售與服務
5997|Electric razor stores|电动剃须刀店|電動刮鬍刀行
5998|Tent and awning shops|帐篷与遮阳篷店|帳篷與遮陽棚行
5999|Specialty retail stores|其他专营零售店|其他專門零售店
6010|Financial institutions: manual cash|金融机构：柜台取现|金融機構：臨櫃提領現金
6011|Financial institutions: automated cash|金融机构：自助取现|金融機構：自動提款
6012|Financial institutions: merchandise and services|金融机构：商品与服务|金融機構：商品與服務
6050|Quasi cash: financial institutions|准现金：金融机构|準現金：金融機構
6051|Quasi cash: non-financial institutions, crypto assets|准现金：非金融机构、加密资产|準現金：非金融機構、加密資產
6211|Securities brokers and dealers|证券经纪与交易商|證券經紀與自營商
6300|Insurance sales and premiums|保险销售与保费|保險銷售與保費
6513|Real estate agents and managers: rentals|房地产经纪与管理：租金|不動產經紀與管理：租金
6532|Payment service provider: member financial institution|支付服务商：会员金融机构|支付服務商：會員金融機構
6533|Payment service provider: merchant|支付服务商：商户|支付服務商：商店
6536|Money transfer: domestic, member financial institution|转账：境内，会员金融机构|轉帳：境內，會員金融機構
6537|Money transfer: cross-border, member financial institution|转账：跨境，会员金融机构|轉帳：跨境，會員金融機構
6538|Funding transactions|账户充值交易|帳戶儲值交易
6540|Stored value card purchase and load|储值卡购买与充值|儲值卡購買與加值
6760|Savings bonds|储蓄债券|儲蓄債券
7011|Hotels, motels and resorts|酒店、汽车旅馆与度假村|飯店、汽車旅館與度假村
7012|Timeshares|分时度假|分時度假
7032|Sporting and recreational camps|体育与休闲营地|運動與休閒營地
7033|Trailer parks and campgrounds|房车营地与露营地|露營車營地與露營場
7210|Laundry, cleaning and garment services|洗衣与衣物护理|洗衣與衣物清潔
7211|Laundries, family and commercial|家庭与商用洗衣店|家庭與商用洗衣店
7216|Dry cleaners|干洗店|乾洗店
7217|Carpet and upholstery cleaning|地毯与软包清洗|地毯與沙發清潔
7221|Photographic studios|照相馆|攝影工作室
7230|Beauty and barber shops|美容美发店|美容與理髮店
7251|Shoe repair, shoe shine and hat cleaning|修鞋、擦鞋与洗帽|修鞋、擦鞋與帽子清潔
7261|Funeral services and crematories|殡葬服务|殯葬服務
7273|Dating services|婚恋交友服务|交友服務
7276|Tax preparation services|代理报税|代辦報稅
7277|Counselling services: debt, marriage and personal|咨询服务：债务、婚姻与个人|諮詢服務：債務、婚姻與個人
7278|Buying and shopping services and clubs|代购服务与购物俱乐部|代購服務與購物俱樂部
7296|Clothing rental|服装租赁|服裝租賃
7297|Massage parlours|按摩店|按摩店
7298|Health and beauty spas|养生与美容水疗|健康與美容水療
7299|Personal services|其他个人服务|其他個人服務
7311|Advertising services|广告服务|廣告服務
7321|Consumer credit reporting agencies|个人征信机构|個人徵信機構
7322|Debt collection agencies|债务催收|債務催收
7333|Commercial photography, art and graphics|商业摄影、美术与平面设计|商業攝影、美術與平面設計
7338|Quick copy and reproduction services|快印与复印|快速影印
7339|Stenographic and secretarial support|速记与文秘服务|速記與秘書服務
7342|Exterminating and disinfecting services|灭虫与消毒|除蟲與消毒
7349|Cleaning, maintenance and janitorial services|清洁、保养与物业服务|清潔、保養與物業服務
7361|Employment agencies and temporary help|职业介绍与临时用工|人力仲介與派遣
7372|Computer programming, data processing and system design|编程、数据处理与系统设计|程式設計、資料處理與系統設計
7375|Information retrieval services|信息检索服务|資訊檢索服務
7379|Computer maintenance and repair|计算机维护与修理|電腦維護與修理
7392|Management, consulting and public relations|管理咨询与公共关系|管理顧問與公關
7393|Detective, protective and security services|侦探、安保服务|徵信、保全服務
7394|Equipment, tool, furniture and appliance rental|设备、工具、家具与家电租赁|設備、工具、家具與家電租賃
7395|Photofinishing laboratories|照片冲印|相片沖印
7399|Business services|其他商务服务|其他商業服務
7512|Car rental|汽车租赁|汽車租賃
7513|Truck and utility trailer rental|卡车与拖车租赁|卡車與拖車租賃
7519|Motor home and recreational vehicle rental|房车租赁|露營車租賃
7523|Parking lots and garages|停车场|停車場
7531|Automotive body repair|汽车钣金修理|汽車鈑金
7534|Tyre retreading and repair|轮胎翻新与修理|輪胎翻修
7535|Automotive paint shops|汽车喷漆|汽車烤漆
7538|Automotive service shops|汽车维修（非经销商）|汽車保養廠（非經銷商）
7542|Car washes|洗车|洗車
7549|Towing services|拖车救援|道路拖吊
7622|Electronics repair|电子产品修理|電子產品維修
7623|Air-conditioning and refrigeration repair|空调与制冷设备修理|空調與冷凍設備維修
7629|Electrical and small appliance repair|小家电修理|小家電維修
7631|Watch, clock and jewellery repair|钟表珠宝修理|鐘錶珠寶維修
7641|Furniture repair, refinishing and reupholstery|家具修理与翻新|家具維修與翻新
7692|Welding|焊接|焊接
7699|Miscellaneous repair shops|其他修理|其他維修
7800|Government-owned lotteries|国营彩票|公營彩券
7801|Government-licensed online casinos|持牌网络赌场|合法線上賭場
7802|Government-licensed horse and dog racing|持牌赛马与赛狗|合法賽馬與賽狗
7829|Film and video production and distribution|影视制作与发行|影視製作與發行
7832|Cinemas|电影院|電影院
7841|Video rental|影碟租赁|影片出租
7911|Dance halls, studios and schools|舞厅与舞蹈学校|舞廳與舞蹈教室
7922|Theatrical producers and ticket agencies|演出制作与票务代理|演出製作與售票代理
7929|Bands, orchestras and entertainers|乐队与演艺人员|樂團與表演者
7932|Billiard and pool establishments|台球厅|撞球館
7933|Bowling alleys|保龄球馆|保齡球館
7941|Commercial sports, athletic fields and sports clubs|商业体育与体育俱乐部|職業運動與運動俱樂部
7991|Tourist attractions and exhibits|旅游景点与展览|觀光景點與展覽
7992|Public golf courses|公共高尔夫球场|公共高爾夫球場
7993|Video amusement game supplies|游戏机用品|電玩機台用品
7994|Video game arcades|电子游戏厅|電子遊樂場
7995|Betting, casino gaming chips and lottery tickets|博彩、赌场筹码与彩票|博弈、賭場籌碼與彩券
7996|Amusement parks, circuses and fortune tellers|游乐园、马戏与占卜|遊樂園、馬戲團與算命
7997|Membership clubs, country clubs and private golf courses|会员俱乐部与私人高尔夫球场|會員俱樂部與私人高爾夫球場
7998|Aquariums, dolphinariums, zoos and seaquariums|水族馆与动物园|水族館與動物園
7999|Recreation services|其他娱乐服务|其他休閒服務
8011|Doctors and physicians|医生诊所|醫師診所
8021|Dentists and orthodontists|牙科|牙科
8031|Osteopaths|整骨|整骨
8041|Chiropractors|脊椎按摩|脊椎矯正
8042|Optometrists and ophthalmologists|验光与眼科|驗光與眼科
8043|Opticians, optical goods and eyeglasses|眼镜店|眼鏡行
8049|Podiatrists and chiropodists|足病诊疗|足部診療
8050|Nursing and personal care facilities|护理机构|護理機構
8062|Hospitals|医院|醫院
8071|Medical and dental laboratories|医学与牙科检验所|醫學與牙科檢驗所
8099|Medical services and health practitioners|其他医疗服务|其他醫療服務
8111|Legal services and attorneys|法律服务|法律服務
8211|Elementary and secondary schools|中小学|中小學
8220|Colleges, universities and professional schools|大学与专业院校|大學與專業學校
8241|Correspondence schools|函授学校|函授學校
8244|Business and secretarial schools|商务与文秘学校|商業與秘書學校
8249|Vocational and trade schools|职业技术学校|職業學校
8299|Schools and educational services|其他教育服务|其他教育服務
8351|Child care services|托幼服务|托育服務
8398|Charitable and social service organisations|慈善与社会服务组织|慈善與社會服務組織
8641|Civic, social and fraternal associations|公民、社会与联谊团体|公民、社會與聯誼團體
8651|Political organisations|政治组织|政治組織
8661|Religious organisations|宗教组织|宗教組織
8675|Automobile associations|汽车协会|汽車協會
8699|Membership organisations|其他会员组织|其他會員組織
8734|Testing laboratories, non-medical|检测实验室（非医疗）|檢驗實驗室（非醫療）
8911|Architectural, engineering and surveying services|建筑、工程与测绘服务|建築、工程與測量服務
8931|Accounting, auditing and bookkeeping|会计、审计与记账|會計、審計與記帳
8999|Professional services|其他专业服务|其他專業服務
9211|Court costs, alimony and child support|法院费用、赡养费与抚养费|法院費用、贍養費與子女扶養費
9222|Fines|罚款|罰款
9223|Bail and bond payments|保释金与保证金|保釋金與保證金
9311|Tax payments|税款|稅款
9399|Government services|其他政府服务|其他政府服務
9402|Postal services: government only|邮政服务（政府）|郵政服務（政府）
9405|Intra-government purchases|政府间采购|政府間採購
9406|Government-owned lotteries outside the United States|国营彩票（美国以外）|公營彩券（美國以外）
9950|Intra-company purchases|公司内部采购|公司內部採購
`;

/** Codes of single companies, which stand for what the companies do. */
const ranges = [
  [3000, 3350, "Airlines", "航空公司", "航空公司"],
  [3351, 3500, "Car rental companies", "汽车租赁公司", "租車公司"],
  [3501, 3999, "Hotels and lodging companies", "酒店与住宿公司", "飯店與住宿公司"],
] as const;

const column = { en: 0, "zh-cn": 1, "zh-tw": 2 } as const satisfies Record<Locale, number>;

/** Every category, by code. */
export const merchantCategories = (locale: Locale): readonly MerchantCategory[] =>
  table
    .trim()
    .split("\n")
    .map((line) => {
      const [code = "", ...titles] = line.split("|");
      return { code, title: titles[column[locale]] ?? "" };
    });

/** What a code stands for; nothing where the standard gives it to nobody. */
export function categoryTitle(code: string, locale: Locale): string | undefined {
  const range = ranges.find(([low, high]) => /^\d{4}$/.test(code) && Number(code) >= low && Number(code) <= high);
  if (range) return [range[2], range[3], range[4]][column[locale]];
  return merchantCategories(locale).find((one) => one.code === code)?.title;
}
